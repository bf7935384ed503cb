import { join } from 'node:path'
import { type GrpcServer, startGrpcServer } from '../grpc/server.ts'
import { question } from './asked.ts'
import { imageServices, runtimeServices, type Wiring } from './wire.ts'

/** Directory and services of the sockets. */
export interface DoorsOptions {
  /** Existing directory for the sockets. */
  readonly directory: string
  readonly wiring: Wiring
  readonly listening: boolean
}

/** The two sockets of a runtime, which open and close together. */
export interface Doors extends GrpcServer {
  readonly imagesUrl: string
}

/** Starts the sockets `runtime.sock` and `images.sock`. */
export async function startDoors({ directory, wiring, listening }: DoorsOptions): Promise<Doors> {
  const door = (socket: 'runtime' | 'images', services: ReturnType<typeof runtimeServices>) =>
    startGrpcServer({
      services,
      on: join(directory, `${socket}.sock`),
      listening,
      events: {
        unknownMethod: (path) => {
          const asked = question('Unknown', { path }, socket)
          asked.outcome = { atMs: asked.atMs, status: 'UNIMPLEMENTED' }
          wiring.journal.record(asked)
          wiring.journal.settle(asked, asked.outcome.status)
        },
      },
    })
  const runtime = await door('runtime', runtimeServices(wiring))
  const images = await door('images', imageServices(wiring))
  const both = async (act: (server: GrpcServer) => Promise<void>) => {
    await Promise.all([runtime, images].map(act))
  }
  const stop = () => both((server) => server.stop())
  return {
    url: runtime.url,
    imagesUrl: images.url,
    get connections() {
      return runtime.connections + images.connections
    },
    listen: () => both((server) => server.listen()),
    unlisten: () => both((server) => server.unlisten()),
    hangUp: (from) => {
      runtime.hangUp(from)
      images.hangUp(from)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
