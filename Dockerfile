# Node 26 is the newest line in long-term support (since October 2026). To build from known bytes, give both bases with
# their digests, as `docker buildx imagetools inspect node:26-trixie-slim` prints them, and keep those with the image:
#   docker build --build-arg BUILD_BASE=node:26-trixie-slim@sha256:… --build-arg BASE=node:26-trixie-slim@sha256:… .
# Both need the same major version of Node.js. Nothing is compiled on 22 and newer; on 20 it is, so BUILD_BASE needs a
# C++ compiler and Python there (node:20-trixie).
ARG BUILD_BASE=node:26-trixie-slim
ARG BASE=node:26-trixie-slim

FROM ${BUILD_BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json dashboard/
COPY tools/sqlite-node20 tools/sqlite-node20
RUN npm ci
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src src
COPY simulator simulator
COPY dashboard dashboard
COPY scripts/slim.mjs scripts/
RUN npm run build && npm prune --omit=dev && node scripts/slim.mjs

FROM ${BASE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/app/data PATH=/app/bin:$PATH
RUN mkdir data && chown node:node data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY docs/integrating.md docs/quick-start.md docs/sending.md docs/verifications.md docs/webhooks.md docs/errors.md docs/auth-servers.md docs/gateways.md docs/sms.md docs/
COPY examples/sms examples/sms
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself hears SIGTERM: no shell and no init in between.
# As `npm run start:prod` has it.
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=32", "--v8-pool-size=2", "dist/src/main.js"]
