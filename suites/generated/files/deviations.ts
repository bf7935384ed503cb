import type { FileKind } from './file-case.ts'

/** Constraints that a dialect is known not to enforce, with its actual behaviour. */
const deviationsByDialect: Readonly<
  Record<string, Readonly<Partial<Record<FileKind, Readonly<Record<string, string>>>>>>
> = {
  kubernetes: {
    admission: {
      'no name': 'entries that no plugin asks for are not looked at',
      'name of no plugin': 'entries that no plugin asks for are not looked at',
      'plugin twice in a row': 'the first entry of a plugin counts',
      'plugin twice, others between': 'the first entry of a plugin counts',
    },
    authentication: {
      'no jwt': 'a file may configure nothing',
      'anonymous without enabled': 'an absent enabled means false',
      'condition without a path': 'the path of a condition is not validated',
      'uid without a source': 'a uid without a source counts as absent',
      'url without a host': 'the host of a url is not validated',
      'extra key with a lone percent sign': 'a percent sign may stand anywhere',
    },
    authorization: {
      'no authorizedTTL': 'it has a default',
      'no unauthorizedTTL': 'it has a default',
      'no version of conditions, and no conditions': 'it is asked for only beside conditions',
      'name with a dot': 'names are subdomains',
      'name of 64 characters': 'names are subdomains',
    },
    encryption: {
      'aescbc key of 16 bytes': 'both AES providers share one list of lengths',
      'aescbc key of 24 bytes': 'both AES providers share one list of lengths',
      'all-and-core between entries': 'a narrower wildcard may stand before a wider one',
      'all-and-group between entries': 'a narrower wildcard may stand before a wider one',
    },
    egress: { 'no selections': 'a file without selections selects nothing' },
  },
}

/** Returns the known behaviour of a dialect that does not enforce a constraint. */
export function knownDeviation(
  dialect: string,
  kind: FileKind,
  constraint: string | undefined,
): string | undefined {
  const deviationReason =
    constraint === undefined ? undefined : deviationsByDialect[dialect]?.[kind]?.[constraint]
  return deviationReason === undefined ? undefined : `${constraint}: ${deviationReason}`
}
