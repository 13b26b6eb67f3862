import type { Subject } from "./parts";

/**
 * Lists the ids of the pictures that a Markdown text shows. Indexes on it find the texts that show a picture.
 */
export const PICTURES_IN = `create function pictures_in(words text) returns text[]
  language sql immutable strict parallel safe
  return array(select (regexp_matches(words, '/uploads/([0-9a-f-]{36})/', 'g'))[1])`;

/**
 * Gives all addresses of one mailbox the same form, so that one person gets one trial. Each line describes a
 * provider by its help page on aliases: `host` is the common name of several hosts, `tag` begins the part
 * that the provider ignores, `dots` says that it ignores dots. Any other address stands for itself.
 */
export const MAILBOX_OF = `create function mailbox_of(address text) returns text
  language sql immutable strict parallel safe
  return coalesce((
    select case when p.dots then replace(n.name, '.', '') else n.name end || '@' || coalesce(p.host, a.host)
      from (select split_part(lower(address), '@', -1) as host, regexp_replace(lower(address), '@[^@]*$', '') as name) as a
      join (values
        ('^(gmail|googlemail)[.]com$', 'gmail.com', '+', true),
        ('^(outlook|hotmail|live)[.](com|co[.][a-z]{2}|com[.][a-z]{2}|[a-z]{2})$', null, '+', false),
        ('^msn[.]com$', null, '+', false),
        ('^(icloud|me|mac)[.]com$', 'icloud.com', '+', false),
        ('^fastmail[.](com|fm)$', null, '+', false),
        ('^(proton[.]me|pm[.]me|protonmail[.](com|ch))$', 'proton.me', '+', false),
        ('^yahoo[.](com|co[.][a-z]{2}|com[.][a-z]{2}|[a-z]{2})$', null, '-', false)
      ) as p(hosts, host, tag, dots) on a.host ~ p.hosts
      cross join lateral (select split_part(a.name, p.tag, 1) as name) as n
     where replace(n.name, '.', '') <> ''
  ), lower(address))`;

/**
 * Folds a name for a search that ignores case, accents and apostrophes; a hyphen replaces whatever joins the
 * parts of a ticker. The body is parsed when the function is created, so no search path changes an index on
 * it.
 */
export const SEARCH_FOLD = `create function search_fold(words text) returns text
  language sql immutable strict parallel safe
  return translate(
    lower(unaccent('unaccent'::regdictionary, normalize(translate(words, '''’‘ʼ\`´′', ''), NFKC))), './–‑''', '----')`;

/**
 * Lists the word ends that a text is found by, each cut to twelve letters: any part of a word begins one of
 * them. `partsQuery` splits words in the same way. A text that does not fit into a `tsvector` gets one mark,
 * and the search compares the text itself.
 */
export const SEARCH_PARTS = `create function search_parts(words text) returns tsvector
  language sql immutable strict parallel safe cost 10000
  return case when octet_length(words) > 60000 then array_to_tsvector(array['-']) else array_to_tsvector(array(
    select substr(word, start, 12)
      from (select distinct word
              from regexp_split_to_table(lower(words), '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]+') as word) as words
     cross join lateral generate_series(1, length(word) - 2) as start)) end`;

/** Functions that tables of several subjects use. */
export const FUNCTIONS: Subject = {
  functions: {
    /** Sets the time of the last edit. */
    set_updated_at: `
create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
`,
    /** Names the changed table to all servers, which then drop the cached pages that read it. */
    notify_content_change: `
create function notify_content_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('content', tg_table_name);
  return null;
end
$$;
`,
    /**
     * Counts records by the facets that lists filter by. Each statement adds a row of its own: writers of a
     * shared row would wait for each other, and could deadlock.
     */
    count_records: `
create function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into record_counts (kind, facets, count)
      select kind, facets, -sum(count) from record_counts where kind = tg_table_name group by 1, 2;
    return null;
  end if;
  execute format(
    'insert into record_counts (kind, facets, count)
     select %L, %s, sum(sign) from (%s) as changed group by 2 having sum(sign) <> 0',
    tg_table_name, tg_argv[0],
    case tg_op
      when 'INSERT' then 'select 1 as sign, * from added'
      when 'DELETE' then 'select -1 as sign, * from gone'
      else 'select 1 as sign, * from added union all select -1, * from gone'
    end);
  return null;
end
$$;
`,
    /**
     * Makes a record as old as its publication. A scheduled record takes its minute; one published by hand
     * before its minute takes the present.
     */
    keep_publish_minute: `
create function keep_publish_minute() returns trigger language plpgsql as $$
begin
  if new.publish_at > now() then
    new.created_at := new.publish_at;
  elsif tg_op = 'UPDATE' and new.publish_at is null and (old.publish_at > now()) then
    new.created_at := now();
  end if;
  return new;
end
$$;
`,
    /**
     * Dates the first publication. A draft is as old as its publication; a published record that is corrected
     * as a draft keeps its age.
     */
    keep_first_publication: `
create function keep_first_publication() returns trigger language plpgsql as $$
declare was_out boolean := coalesce(new.first_published_at <= now(), false);
begin
  if new.status = 'published' and not was_out then
    if tg_op = 'UPDATE' and old.status = 'draft' and not coalesce(new.publish_at > now(), false) then
      new.created_at := now();
    end if;
    new.first_published_at := new.created_at;
  end if;
  return new;
end
$$;
`,
    pictures_in: PICTURES_IN,
    mailbox_of: MAILBOX_OF,
    search_fold: SEARCH_FOLD,
    search_parts: SEARCH_PARTS,
  },
  tables: {},
};
