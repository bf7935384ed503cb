import { join } from 'node:path'
import { type GrpcServer, startGrpcServer } from '../grpc/server.ts'
import { openRequest } from './request.ts'
import { imageServices, runtimeServices, type RuntimeServiceParts } from './wire.ts'

/** Directory and services of the sockets. */
export interface SocketsOptions {
  /** Existing directory for the sockets. */
  readonly directory: string
  readonly serviceParts: RuntimeServiceParts
  readonly listening: boolean
}

/** The two sockets of a runtime, which open and close together. */
export interface Sockets extends GrpcServer {
  readonly imagesUrl: string
}

/** Starts the sockets `runtime.sock` and `images.sock`. */
export async function startSockets({ directory, serviceParts, listening }: SocketsOptions): Promise<Sockets> {
  const startSocket = (socket: 'runtime' | 'images', services: ReturnType<typeof runtimeServices>) =>
    startGrpcServer({
      services,
      address: join(directory, `${socket}.sock`),
      listening,
      events: {
        unknownMethod: (path) => {
          const request = openRequest('Unknown', { path }, socket)
          request.outcome = { atMs: request.atMs, status: 'UNIMPLEMENTED' }
          serviceParts.journal.record(request)
          serviceParts.journal.settle(request, request.outcome.status)
        },
      },
    })
  const runtime = await startSocket('runtime', runtimeServices(serviceParts))
  const images = await startSocket('images', imageServices(serviceParts))
  const onBothServers = async (act: (server: GrpcServer) => Promise<void>) => {
    await Promise.all([runtime, images].map(act))
  }
  const stop = () => onBothServers((server) => server.stop())
  return {
    url: runtime.url,
    imagesUrl: images.url,
    get connections() {
      return runtime.connections + images.connections
    },
    listen: () => onBothServers((server) => server.listen()),
    unlisten: () => onBothServers((server) => server.unlisten()),
    hangUp: (client) => {
      runtime.hangUp(client)
      images.hangUp(client)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
