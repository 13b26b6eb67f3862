# A cache in front of Openbell that keeps visitors' pages; for Varnish from 6.0 on.
# Start the site with CDN_SECONDS=10 (or more) and TRUST_PROXY=1. Behind a proxy that ends TLS it is the one that
# writes X-Forwarded-For; see docs/operating/proxy-and-cdn.md.
# Tried by tests/load/behind-proxy.mjs, which runs this very file.
vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

# Who may let go of pages.
acl purgers {
  "localhost";
  "127.0.0.1";
}

sub vcl_recv {
  # curl -X BAN -H 'Surrogate-Key: news' http://127.0.0.1/ lets go of all pages made of news.
  if (req.method == "BAN") {
    if (client.ip !~ purgers || req.http.Surrogate-Key !~ "^[a-z_]+$") {
      return (synth(403));
    }
    ban("obj.http.Surrogate-Key ~ (^|\s)" + req.http.Surrogate-Key + "(\s|$)");
    return (synth(200));
  }
  # Whoever brings a cookie of the site has pages of their own: all of them begin with openbell_.
  if (req.http.Cookie ~ "(^|;\s*)openbell_") {
    return (pass);
  }
  unset req.http.Cookie;
}

sub vcl_backend_response {
  # As long again, while a newer one is fetched.
  if (beresp.ttl > 0s && beresp.http.Surrogate-Key) {
    set beresp.grace = beresp.ttl;
  }
}

sub vcl_deliver {
  if (req.method == "GET" && obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Surrogate-Key;
}
