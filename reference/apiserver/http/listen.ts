import type { Http2SecureServer } from 'node:http2'
import type { Server } from 'node:https'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../refusal.ts'

/** Listens where the flags say; throws a Refusal when the address cannot be had. */
export async function listen(server: Http2SecureServer | Server, flags: FlagValues): Promise<void> {
  const address = flags.string('bind-address') ?? '0.0.0.0'
  const given = flags.number('secure-port')
  // Only a fault lets anything else through; then any free port does.
  const port = Number.isInteger(given) ? given : 0
  // Without a host, the runtime takes all interfaces of the IP versions that there are.
  const host = ['0.0.0.0', '::'].includes(address) ? {} : { host: address }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Refusal(`cannot listen on ${address}:${port} (${error.code})`, { cause: error })),
    )
    server.listen({ ...host, port }, resolve)
  })
}
