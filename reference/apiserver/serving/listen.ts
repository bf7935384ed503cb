import type { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { listen } from '../../serving/listen.ts'
import { fault } from '../../quirks/quirks.ts'

/**
 * First version of the runtime that supports a shared port. On earlier versions, the server retries until the port is
 * free.
 */
const sharedPortSince = [23, 1] as const
const retryMs = 20

/** Listens at the address of the flags. Throws a Refusal if the address is unavailable. */
export async function listenOnFlagAddress(server: Server, flags: FlagValues): Promise<void> {
  const number = flags.number('secure-port')
  // Only a fault accepts a value that is not an integer. Then any free port is used.
  const port = Number.isInteger(number) ? Number(number) : 0
  const address = addressOf(flags)
  if (!sharesPort(flags)) return listen(server, address, port)
  if (isSharingRuntime()) {
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      const host = ['', '0.0.0.0', '::'].includes(address) ? {} : { host: address }
      server.listen({ ...host, port, reusePort: true } as object, resolve)
    })
  }
  return waitUntilFree(server, address, port)
}

function addressOf(flags: FlagValues): string {
  const bindAddress = flags.string('bind-address') ?? ''
  const isAnyAddress = ['', '0.0.0.0', '::'].includes(bindAddress)
  if (isAnyAddress) return fault('bind-address-all-is-loopback') ? '127.0.0.1' : '0.0.0.0'
  return fault('bind-address-ignored') ? '0.0.0.0' : bindAddress
}

function sharesPort(flags: FlagValues): boolean {
  return flags.bool('permit-port-sharing')
    ? !fault('permit-port-sharing-ignored')
    : fault('port-shared-unasked')
}

function isSharingRuntime(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > sharedPortSince[0] || (major === sharedPortSince[0] && minor >= sharedPortSince[1])
}

async function waitUntilFree(server: Server, address: string, port: number): Promise<void> {
  for (;;) {
    try {
      // Sequential: one attempt after the other.
      return await listen(server, address, port)
    } catch (error) {
      if (!(error instanceof Refusal) || !String(error.message).includes('EADDRINUSE')) throw error
      await pause(retryMs)
    }
  }
}
