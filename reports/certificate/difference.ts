import type { Manifest } from './manifest.ts'
import { digestLines } from './program-digests.ts'

/**
 * Returns the differences from an earlier certificate, one line each: programs, flags, profiles, suites, declarations.
 */
export function differenceLines(before: Manifest, after: Manifest): readonly string[] {
  const changedLines: readonly (string | undefined)[] = [
    changedLine('target', before.target.name, after.target.name),
    changedLine('dialect', before.target.dialect, after.target.dialect),
    ...listChanges('profile', profilesOf(before), profilesOf(after)),
    ...listChanges('program', programsOf(before), programsOf(after)),
    ...listChanges('file', filesOf(before), filesOf(after)),
    ...listChanges(
      'started',
      before.target.programs.flatMap(digestLines),
      after.target.programs.flatMap(digestLines),
    ),
    changedLine('tool', toolOf(before), toolOf(after)),
    changedLine('rules and checks', before.catalogue.digest, after.catalogue.digest),
    changedLine('suites', before.suiteDigest, after.suiteDigest),
    changedLine('checks', String(before.plan.checks), String(after.plan.checks)),
    ...listChanges('capability', capabilitiesOf(before), capabilitiesOf(after)),
    ...listChanges('known deviation', deviationsOf(before), deviationsOf(after)),
    ...listChanges('excluded check', before.exclusions?.checks ?? [], after.exclusions?.checks ?? []),
    changedLine('expires', before.expiresAt, after.expiresAt),
    changedLine('evidence', before.evidence.root, after.evidence.root),
  ]
  return changedLines.filter((line) => line !== undefined)
}

function changedLine(name: string, before: string, after: string): string | undefined {
  return before === after ? undefined : `${name}: ${before} → ${after}`
}

function listChanges(name: string, before: readonly string[], after: readonly string[]): string[] {
  const removedValues = before.filter((one) => !after.includes(one)).map((one) => `- ${name}: ${one}`)
  return [...removedValues, ...after.filter((one) => !before.includes(one)).map((one) => `+ ${name}: ${one}`)]
}

const profilesOf = ({ profiles }: Manifest): string[] =>
  profiles.map(({ name, rules }) => `${name}, ${rules} rules`)
const programsOf = ({ target }: Manifest): string[] =>
  target.programs.map(({ role, version }) => `${role} ${version ?? '(no version)'}`)
const filesOf = ({ target }: Manifest): string[] =>
  target.programs.flatMap(({ role, files }) => files.map(({ name, sha256 }) => `${role} ${name} ${sha256}`))
const toolOf = ({ tool }: Manifest): string => `${tool.name} ${tool.version}`
const capabilitiesOf = ({ declaration }: Manifest): string[] =>
  declaration.capabilities.map(({ name, declared }) => `${name} ${declared ? 'on' : 'off'}`)
const deviationsOf = ({ declaration }: Manifest): string[] =>
  declaration.knownDepartures.map(({ check, reason }) => `${check}: ${reason}`)
