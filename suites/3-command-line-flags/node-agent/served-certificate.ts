import { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import type { NodeAgent } from '#harness/programs/node-agent.ts'

const shownWithinMs = 10_000

/** Returns the certificate that an agent presents, with any signer; `undefined` without a handshake. */
export function servedCertificate({ ports }: NodeAgent): Promise<X509Certificate | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: ports.main, rejectUnauthorized: false })
    const resolveWithout = (): void => resolve(undefined)
    socket.setTimeout(shownWithinMs, () => socket.destroy(new Error('no handshake in time')))
    socket.once('error', resolveWithout)
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate()
      socket.destroy()
      resolve(new X509Certificate(raw))
    })
  })
}
