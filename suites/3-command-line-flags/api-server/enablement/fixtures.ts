import { currentCheck, HarnessError } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'

/** Starts the server that all checks of the file share, or returns it if it already runs. */
export type ServerFixture = () => Promise<ApiServer>

/** APIs that `--runtime-config` switches here. No other API requires them. */
export const apis = {
  onByDefault: 'batch/v1',
  offByDefault: 'resource.orch.io/v1beta1',
  untouched: 'apps/v1',
} as const

/** Documented gates: one of each stage, which can be set without other gates. */
export const gates = { ALPHA: 'LoggingAlphaOptions', BETA: 'RemoteRequestHeaderUID' } as const

/** Returns the entry of a gate in the documented form. */
export function gateEntry(name: string, isOn: boolean): string {
  return `${currentCheck().open('component')}:${name}=${isOn}`
}

/** Returns the flag that makes a server emulate an earlier version. */
export function emulationFlags(): Flags {
  return { '--emulated-version': currentCheck().open('emulation.version') }
}

export const plainServer: ServerFixture = sharedServer(() => ({}))

/** Server with APIs switched on and off, including an API that is on by default, and a gate switched on. */
export const switchedServer: ServerFixture = sharedServer(() => {
  // Not every version has a newer API.
  const newerApiVersion = currentCheck().dialect.open['emulation.newer-api']
  const newerApiEntry = newerApiVersion === undefined ? '' : `,${newerApiVersion}=true`
  return {
    flags: {
      '--runtime-config': `${apis.onByDefault}=false,${apis.offByDefault}=true${newerApiEntry}`,
      '--feature-gates': gateEntry(gates.ALPHA, true),
    },
  }
})

/** Server with the gates of whole stages inverted, except for one gate of each stage. */
export const alphaOnServer: ServerFixture = sharedServer(() => ({
  flags: {
    '--feature-gates': `${gateEntry('AllAlpha', true)},${gateEntry(gates.ALPHA, false)}`,
    // Some features require an API that is off by default.
    '--runtime-config': currentCheck().dialect.open['all-alpha.apis'],
  },
}))
export const betaOffServer: ServerFixture = sharedServer(() => ({
  flags: { '--feature-gates': `${gateEntry('AllBeta', false)},${gateEntry(gates.BETA, true)}` },
}))
export const betaOnServer: ServerFixture = sharedServer(() => ({
  flags: {
    '--feature-gates': `${gateEntry('AllBeta', true)},${gateEntry(gates.BETA, false)}`,
    '--runtime-config': currentCheck().dialect.open['all-beta.apis'],
  },
}))

/** Server that emulates an earlier version with an enabled beta API. */
export const earlierVersionServer: ServerFixture = sharedServer(() => ({
  flags: { ...emulationFlags(), ...betaApi() },
}))
/** Server that differs from `earlierVersionServer` only in its forward compatibility. */
export const forwardCompatibleServer: ServerFixture = sharedServer(() => ({
  flags: { ...emulationFlags(), ...betaApi(), '--emulation-forward-compatible': true },
}))
/** Server with forward compatibility and a disabled beta API. */
export const forwardWithoutBeta: ServerFixture = sharedServer(() => ({
  flags: { ...emulationFlags(), '--emulation-forward-compatible': true },
}))

function betaApi(): Flags {
  return { '--runtime-config': `${currentCheck().open('emulation.beta-api')}=true` }
}

/** Reports whether a server's discovery lists a group and version. */
export async function servesApi(server: ApiServer, groupVersion: string): Promise<boolean> {
  currentCheck().needs('api-discovery')
  const { status, body } = await server.request({ path: `/apis/${groupVersion}` })
  if (status === 404) return false
  if (status === 200) return body.includes('"resources"')
  throw new HarnessError('untestable', `GET /apis/${groupVersion} answered ${status}: ${body.slice(0, 300)}`)
}

/** Returns the API that the emulated version does not have. */
export function newerApiName(): string {
  return currentCheck().open('emulation.newer-api')
}

/** Reports whether a server serves the API that the emulated version does not have. */
export function servesNewerApi(server: ApiServer): Promise<boolean> {
  return servesApi(server, newerApiName())
}
