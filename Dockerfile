# Noether in a container: docker build -t noether . && docker run --rm -v "$PWD:/models" noether check model.pml
FROM node:20.19-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /

FROM node:20.19-slim
COPY --from=build /noether-*.tgz /tmp/noether.tgz
RUN npm install --global --no-audit --no-fund /tmp/noether.tgz && rm -rf /tmp/noether.tgz /root/.npm
USER node
WORKDIR /models
ENTRYPOINT ["noether"]
CMD ["--help"]
