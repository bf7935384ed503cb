import { currentCheck } from '#harness/check/context.ts'
import { HarnessError } from '#harness/errors.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'

/** A server for all checks of the file, or the one that runs already. */
export type World = () => Promise<ApiServer>

/** APIs that are switched by `--runtime-config` here; all of them may lack dependants. */
export const apis = {
  onByDefault: 'batch/v1',
  offByDefault: 'resource.orch.io/v1beta1',
  untouched: 'apps/v1',
} as const

/** Gates that the documents name: of each stage one that is switched alone. */
export const gates = { ALPHA: 'LoggingAlphaOptions', BETA: 'RemoteRequestHeaderUID' } as const

/** The entry of a gate in the documented form. */
export function gateEntry(name: string, on: boolean): string {
  return `${currentCheck().open('component')}:${name}=${on}`
}

/** The flag that has a server emulate an earlier version. */
export function emulating(): Flags {
  return { '--emulated-version': currentCheck().open('emulation.version') }
}

export const plain: World = sharedServer(() => ({}))

/** With APIs switched on and off, one of them named though it is on anyway, and a gate switched on. */
export const switched: World = sharedServer(() => {
  // Not every version has one.
  const newer = currentCheck().dialect.open['emulation.newer-api']
  const named = newer === undefined ? '' : `,${newer}=true`
  return {
    flags: {
      '--runtime-config': `${apis.onByDefault}=false,${apis.offByDefault}=true${named}`,
      '--feature-gates': gateEntry(gates.ALPHA, true),
    },
  }
})

/** With the gates of whole stages switched over, and one of each stage kept. */
export const alphaOn: World = sharedServer(() => ({
  flags: {
    '--feature-gates': `${gateEntry('AllAlpha', true)},${gateEntry(gates.ALPHA, false)}`,
    // Some features wait for an API that is off by default.
    '--runtime-config': currentCheck().dialect.open['all-alpha.apis'],
  },
}))
export const betaOff: World = sharedServer(() => ({
  flags: { '--feature-gates': `${gateEntry('AllBeta', false)},${gateEntry(gates.BETA, true)}` },
}))
export const betaOn: World = sharedServer(() => ({
  flags: {
    '--feature-gates': `${gateEntry('AllBeta', true)},${gateEntry(gates.BETA, false)}`,
    '--runtime-config': currentCheck().dialect.open['all-beta.apis'],
  },
}))

/** Emulating an earlier version that has an API in beta, which is on. */
export const earlier: World = sharedServer(() => ({ flags: { ...emulating(), ...betaApi() } }))
/** The same, forward compatible. */
export const forward: World = sharedServer(() => ({
  flags: { ...emulating(), ...betaApi(), '--emulation-forward-compatible': true },
}))
/** Forward compatible, and the API in beta is off. */
export const forwardWithoutBeta: World = sharedServer(() => ({
  flags: { ...emulating(), '--emulation-forward-compatible': true },
}))

function betaApi(): Flags {
  return { '--runtime-config': `${currentCheck().open('emulation.beta-api')}=true` }
}

/** Whether a server says that it serves a group and version. */
export async function serves(server: ApiServer, groupVersion: string): Promise<boolean> {
  currentCheck().needs('api-discovery')
  const { status, body } = await server.request({ path: `/apis/${groupVersion}` })
  if (status === 404) return false
  if (status === 200) return body.includes('"resources"')
  throw new HarnessError('untestable', `GET /apis/${groupVersion} answered ${status}: ${body.slice(0, 300)}`)
}

/** The API that the emulated version does not have. */
export function newerApi(): string {
  return currentCheck().open('emulation.newer-api')
}

/** Whether a server serves that API. */
export function servesNewer(server: ApiServer): Promise<boolean> {
  return serves(server, newerApi())
}
