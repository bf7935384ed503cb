import { formerly } from '#kit'
import type { FlagSet } from './flag-sets.ts'

const gateOn = { '--feature-gates': 'LoggingAlphaOptions=true' }
const gateOff = { '--feature-gates': 'LoggingAlphaOptions=false' }
const gate = 'LoggingAlphaOptions'

/** Combinations of logging flags. */
export const loggingSets: readonly FlagSet[] = (
  [
    ['--log-text-split-stream', true, 'split-stream-without-gate'],
    ['--log-text-info-buffer-size', '1Ki', 'info-buffer-without-gate'],
  ] as const
).map(([flag, value, fault]) => ({
  id: `agent.flag.${flag.slice(2)}.gate`,
  flag,
  aspect: 'gate',
  says: `${flag} needs the feature gate ${gate}.`,
  acceptedFlags: { [flag]: value, ...gateOn },
  refusedCases: {
    'the flag with the gate off': formerly('it with the gate off', {
      flags: { [flag]: value, ...gateOff },
      fault,
      subject: gate,
    }),
    'the flag without the gate': formerly('it with the gate not given', {
      flags: { [flag]: value },
      fault,
      subject: gate,
    }),
  },
}))
