# Two stages: the first compiles, the second holds what runs, as a user without rights and with nothing of its own to write to but /data.
# The tags name one version of Node; to pin the bytes as well, put the digest that `docker buildx imagetools inspect node:24.21.0-bookworm-slim` prints behind
# both (`@sha256:…`).
# docker build -t watchfloor . && docker run --env-file .env -p 3000:3000 -v watchfloor:/data --read-only --tmpfs /tmp watchfloor
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/package.json clients/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && rm -rf dist/test dist/bench && find dist -name '*.map' -delete
# Without the workspace of generated clients, which only the tests use.
RUN npm ci --omit=dev --workspaces=false --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
# docker build --build-arg REVISION=$(git rev-parse HEAD) --build-arg VERSION=$(node -p "require('./package.json').version")
ARG VERSION=unknown REVISION=unknown SOURCE=
LABEL org.opencontainers.image.title=Watchfloor org.opencontainers.image.licenses=MIT org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION org.opencontainers.image.source=$SOURCE
ENV NODE_ENV=production SVC_HOST=0.0.0.0 SVC_PORT=3000 SVC_DATA_DIR=/data HOME=/tmp
WORKDIR /app
COPY --from=build /app/package.json /app/openapi.json /app/LICENSE ./
COPY --from=build /app/bin bin
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# Nothing is installed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# A stop takes up to 30 seconds: running requests end, streams say goodbye, the private PostgreSQL shuts down.
STOPSIGNAL SIGTERM
# Not /health/ready: an outage of the database or Redis must not make a supervisor kill healthy processes.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SVC_PORT + '/api/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-proto=delete", "bin/watchfloor.js"]
CMD ["serve"]
