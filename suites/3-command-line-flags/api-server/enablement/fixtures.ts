import { currentCheck, HarnessError } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'

/** Returns a server for all checks of the file, or the one that already runs. */
export type ServerFixture = () => Promise<ApiServer>

/** APIs that `--runtime-config` switches here. No other API requires them. */
export const apis = {
  onByDefault: 'batch/v1',
  offByDefault: 'resource.orch.io/v1beta1',
  untouched: 'apps/v1',
} as const

/** Gates in the documents: one of each stage that can be switched alone. */
export const gates = { ALPHA: 'LoggingAlphaOptions', BETA: 'RemoteRequestHeaderUID' } as const

/** Returns the entry of a gate in the documented form. */
export function gateEntry(name: string, on: boolean): string {
  return `${currentCheck().open('component')}:${name}=${on}`
}

/** Returns the flag that makes a server emulate an earlier version. */
export function emulating(): Flags {
  return { '--emulated-version': currentCheck().open('emulation.version') }
}

export const plain: ServerFixture = sharedServer(() => ({}))

/** Server with APIs switched on and off, including one that is already on, and a gate switched on. */
export const switched: ServerFixture = sharedServer(() => {
  // Not every version has a newer API.
  const newer = currentCheck().dialect.open['emulation.newer-api']
  const named = newer === undefined ? '' : `,${newer}=true`
  return {
    flags: {
      '--runtime-config': `${apis.onByDefault}=false,${apis.offByDefault}=true${named}`,
      '--feature-gates': gateEntry(gates.ALPHA, true),
    },
  }
})

/** Server with the gates of whole stages inverted, and one of each stage kept. */
export const alphaOn: ServerFixture = sharedServer(() => ({
  flags: {
    '--feature-gates': `${gateEntry('AllAlpha', true)},${gateEntry(gates.ALPHA, false)}`,
    // Some features require an API that is off by default.
    '--runtime-config': currentCheck().dialect.open['all-alpha.apis'],
  },
}))
export const betaOff: ServerFixture = sharedServer(() => ({
  flags: { '--feature-gates': `${gateEntry('AllBeta', false)},${gateEntry(gates.BETA, true)}` },
}))
export const betaOn: ServerFixture = sharedServer(() => ({
  flags: {
    '--feature-gates': `${gateEntry('AllBeta', true)},${gateEntry(gates.BETA, false)}`,
    '--runtime-config': currentCheck().dialect.open['all-beta.apis'],
  },
}))

/** Server that emulates an earlier version with an enabled beta API. */
export const earlier: ServerFixture = sharedServer(() => ({ flags: { ...emulating(), ...betaApi() } }))
/** The same server with forward compatibility. */
export const forward: ServerFixture = sharedServer(() => ({
  flags: { ...emulating(), ...betaApi(), '--emulation-forward-compatible': true },
}))
/** Server with forward compatibility and a disabled beta API. */
export const forwardWithoutBeta: ServerFixture = sharedServer(() => ({
  flags: { ...emulating(), '--emulation-forward-compatible': true },
}))

function betaApi(): Flags {
  return { '--runtime-config': `${currentCheck().open('emulation.beta-api')}=true` }
}

/** Reports whether a server's discovery lists a group and version. */
export async function serves(server: ApiServer, groupVersion: string): Promise<boolean> {
  currentCheck().needs('api-discovery')
  const { status, body } = await server.request({ path: `/apis/${groupVersion}` })
  if (status === 404) return false
  if (status === 200) return body.includes('"resources"')
  throw new HarnessError('untestable', `GET /apis/${groupVersion} answered ${status}: ${body.slice(0, 300)}`)
}

/** Returns the API that the emulated version does not have. */
export function newerApi(): string {
  return currentCheck().open('emulation.newer-api')
}

/** Reports whether a server serves that API. */
export function servesNewer(server: ApiServer): Promise<boolean> {
  return serves(server, newerApi())
}
