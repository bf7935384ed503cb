import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { CertificateAuthority } from '#harness/certificates.ts'
import { type ClientSubject, issueServer, type Presented } from '../serving/index.ts'
import { subjectOf } from '../serving/subject-of.ts'

export interface DoorOptions {
  readonly transport: 'tcp' | 'tls' | 'mtls' | 'uds'
  /** Of a TCP door; 0 for any free port. */
  readonly port: number
  /** Of a unix door. */
  readonly path: string
  readonly authority: CertificateAuthority
  readonly presents: Presented
}

/** A client that came through the door. */
export interface Visitor {
  readonly stream: Socket
  readonly client?: ClientSubject
  /** Resets a TCP connection; closes a unix one, which knows no reset. */
  hangUp(): void
}

export interface Door {
  /** `http://`, `https://` or `unix://`. */
  readonly url: string
  stop(): Promise<void>
}

/** Opens the place where clients come in. */
export async function openDoor(
  options: DoorOptions,
  onVisitor: (visitor: Visitor) => void,
  onFailure: (reason: string) => void,
): Promise<Door> {
  const { transport, port, path, authority, presents } = options
  const raws = new Set<Socket>()
  const byPort = new Map<number, Socket>()
  const remember = (raw: Socket): void => {
    raws.add(raw)
    if (raw.remotePort !== undefined) byPort.set(raw.remotePort, raw)
    raw.on('error', () => {})
    raw.once('close', () => raws.delete(raw))
  }
  const hangUp = (raw: Socket | undefined) => (): void => {
    if (raw === undefined || transport === 'uds') raw?.destroy()
    else raw.resetAndDestroy()
  }

  let server: Server
  if (transport === 'tcp' || transport === 'uds') {
    server = createServer((raw) => {
      remember(raw)
      onVisitor({ stream: raw, hangUp: hangUp(raw) })
    })
  } else {
    const leaf = await issueServer(presents, authority)
    const isMutual = transport === 'mtls'
    const settings = { cert: leaf.certificate, key: leaf.key, ca: authority.certificate }
    const secure = createTlsServer({ ...settings, requestCert: isMutual, rejectUnauthorized: isMutual })
    secure.on('connection', remember)
    secure.on('secureConnection', (stream: TLSSocket) => {
      const client = subjectOf(stream)
      stream.on('error', () => {})
      const raw = byPort.get(stream.remotePort ?? 0)
      onVisitor({ stream, hangUp: hangUp(raw), ...(client && { client }) })
    })
    secure.on('tlsClientError', (error: NodeJS.ErrnoException) => onFailure(error.code ?? error.message))
    server = secure
  }

  if (transport === 'uds') {
    await rm(path, { force: true })
    server.listen(path)
  } else server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const scheme = transport === 'tcp' ? 'http' : 'https'
  return {
    url:
      transport === 'uds'
        ? `unix://${path}`
        : `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = server.listening ? once(server, 'close') : undefined
      server.close()
      for (const raw of raws) raw.destroy()
      await closed
    },
  }
}
