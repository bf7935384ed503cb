import type { Manifest } from './manifest.ts'
import { digestLines } from './program-digests.ts'

/**
 * Returns the differences from an earlier certificate, one line each: programs, flags, profiles, suites, declarations.
 */
export function differenceLines(before: Manifest, after: Manifest): readonly string[] {
  const changes: readonly (string | undefined)[] = [
    changed('target', before.target.name, after.target.name),
    changed('dialect', before.target.dialect, after.target.dialect),
    ...lists('profile', profilesOf(before), profilesOf(after)),
    ...lists('program', programsOf(before), programsOf(after)),
    ...lists('file', filesOf(before), filesOf(after)),
    ...lists(
      'started',
      before.target.programs.flatMap(digestLines),
      after.target.programs.flatMap(digestLines),
    ),
    changed('tool', toolOf(before), toolOf(after)),
    changed('rules and checks', before.catalogue.digest, after.catalogue.digest),
    changed('suites', before.suiteDigest, after.suiteDigest),
    changed('checks', String(before.plan.checks), String(after.plan.checks)),
    ...lists('capability', capabilitiesOf(before), capabilitiesOf(after)),
    ...lists('known deviation', deviationsOf(before), deviationsOf(after)),
    ...lists('excluded check', before.exclusions?.checks ?? [], after.exclusions?.checks ?? []),
    changed('expires', before.expiresAt, after.expiresAt),
    changed('evidence', before.evidence.root, after.evidence.root),
  ]
  return changes.filter((line) => line !== undefined)
}

function changed(name: string, before: string, after: string): string | undefined {
  return before === after ? undefined : `${name}: ${before} → ${after}`
}

function lists(name: string, before: readonly string[], after: readonly string[]): string[] {
  const gone = before.filter((one) => !after.includes(one)).map((one) => `- ${name}: ${one}`)
  return [...gone, ...after.filter((one) => !before.includes(one)).map((one) => `+ ${name}: ${one}`)]
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
