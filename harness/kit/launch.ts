// Starts of programs, their flags and files, imported as `#kit/launch.ts`. Nothing here requires a check, so the
// command line can start programs as suites do.
export {
  contentOf,
  file,
  type FileValue,
  type Flags,
  type FlagValue,
  isFile,
  pem,
  writeConfiguration,
  writeFlags,
} from '../launch/flags.ts'
export { type ConfigurationTree, mergeTrees, treeAt } from '../launch/configuration.ts'
export { makeWorkspace, removeWorkspace, writePrivate } from '../launch/workspace.ts'
export { freePort } from '../launch/free-port.ts'
export type { FirstStart, FirstStarts } from '../launch/first-start.ts'
export type { Attempt } from '../launch/attempt.ts'
export { mountBytes } from '../launch/namespaces/private-mounts.ts'
export type { Exit } from '../launch/program.ts'
export { ProgramEvidence } from '../launch/program-evidence.ts'
export { RunningProgram } from '../launch/running.ts'
export { spawnProgram } from '../launch/spawn.ts'
export type { EvidenceSource } from '../check/record.ts'
export { type Role, roleNames } from '../roles.ts'
export { dialectOf } from '../target/dialects.ts'
export type { Dialect, OpenValue, VersionDifference } from '../dialect/dialect.ts'
export {
  absenceOf,
  differenceIn,
  absentField,
  requireDocumentedForm,
  needsFlags,
  requirePresent,
  absentError,
  presentFlags,
} from '../dialect/version-differences.ts'
export { orch } from '../dialect/orch.ts'
export {
  type KeyedProvider,
  type Label,
  type SealedForm,
  prefixOf,
  nonceBytes,
} from '../dialect/sealed-form.ts'
export { inDialectForm } from '../dialect/document-form.ts'
export { recordStarts, UsedStarts, usedStartsHere } from '../launch/reach/used-starts.ts'
export type { ReloadResult } from '../dialect/dialect.ts'
