import { accepts, type NamedCases, refuses, rulesOf, says, seeing } from '#kit'
import type { Source } from '#kit/tables.ts'
import { apiVersionOf, apiVersions, inAnotherGroup, inApiVersion, type Version } from './api-versions.ts'
import { type Mistyped, declareTypesRule } from './types-rule.ts'
import type { Variants } from './configuration-file.ts'

const { must, excluded } = rulesOf({ document: 1, section: 'Versioning', overlaps: true })

/** A kind of configuration file. */
export interface Kind {
  /** Prefix of the ids of its rules. */
  readonly area: string
  readonly name: string
  readonly versions: 'both' | 'v1' | 'v1alpha1'
  /** Its members, as in the table of kinds. */
  readonly members: string
  /** Another kind with the same versions. */
  readonly neighbour: string
  /** The section of its fields. */
  readonly section: string
  /** Variants of a valid file that uses every field. */
  readonly files: Pick<Variants, 'accepts' | 'refuses'>
  /** The check that accepts the valid file. */
  readonly twin: string
  /** The faults that refuse a legal part of the valid file. */
  readonly refusedBy?: readonly string[]
  /** Values whose type is not the type of their field. */
  readonly mistypedCases: NamedCases<Mistyped>
}
const kindSource = (row: string, aspect?: string): Source => ({
  document: 1,
  section: 'Kinds',
  rows: [row],
  ...(aspect && { aspect }),
})

/** Declares the rules of every kind: its versions, its apiVersion, its kind and the types of its fields. */
export function declareKindRules(kind: Kind): void {
  const { area, name, versions, members, section } = kind
  if (versions === 'both') declareVersionRules(kind)
  else declareSingleVersionRule(kind, versions)
  declareApiVersionRule(kind)
  declareKindRule(kind)
  declareTypesRule(kind)
  const availability = versions === 'both' ? 'v1alpha1 and v1' : `${versions} only`
  excluded(
    `${area}.file.members`,
    kindSource(name),
    `${name} is available in ${availability}; its members are ${members}.`,
    `Lists: ${area}.file.versions judges the versions, and the rules of the table under ${section} its members.`,
  )
}

function declareVersionRules({ area, name, files, refusedBy = [] }: Kind): void {
  must(`${area}.file.versions`, { row: 'identical fields', aspect: name }, () => {
    says(`${name} exists in v1 and in v1alpha1, with the same fields in both.`)
    accepts(
      { title: 'a file with every field under v1alpha1', id: 'every field under v1alpha1' },
      async () => {
        await files.accepts({ apiVersion: apiVersions.v1alpha1 })
      },
    ).sees(...refusedBy)
  })
}

function declareSingleVersionRule({ area, name, files, twin }: Kind, version: Version): void {
  const otherVersion = version === 'v1' ? 'v1alpha1' : 'v1'
  must(`${area}.file.versions`, { row: `${version} has ${name}`, twin }, () => {
    says(`${name} exists in ${version} and not in ${otherVersion}.`)
    refuses(`the kind under ${otherVersion}`, async () => {
      await files.refuses({ apiVersion: apiVersions[otherVersion] }, name)
    }).sees(`${name}-other-version-accepted`)
  })
}

function declareApiVersionRule({ area, name, versions, files, twin }: Kind): void {
  const ownVersion: Version = versions === 'v1alpha1' ? 'v1alpha1' : 'v1'
  const wrongVersions: Readonly<Record<string, () => string>> = {
    'a version that does not exist': () => `${inApiVersion(name, ownVersion).group}/v99`,
    'v1 in another group': () => inAnotherGroup(name, 'v1'),
    'v1alpha1 in another group': () => inAnotherGroup(name, 'v1alpha1'),
    'a version without its group': () => inApiVersion(name, ownVersion).version,
  }
  const allowedVersions =
    versions === 'both' ? `${apiVersions.v1} or ${apiVersions.v1alpha1}` : apiVersions[ownVersion]
  must(`${area}.file.api-version`, { ...kindSource('apiVersion values', name), twin }, () => {
    says(`The apiVersion of the file is ${allowedVersions}.`)
    refuses('a file without apiVersion', async () => {
      await files.refuses({ apiVersion: undefined }, 'apiVersion')
    }).sees('api-version-missing-accepted')

    refuses
      .for(wrongVersions)('%s', async (apiVersion) => {
        await files.refuses({ apiVersion: apiVersion() }, 'version')
      })
      .sees('api-version-unknown-accepted')
  })
}

function declareKindRule({ area, name, versions, members, neighbour, files, twin }: Kind): void {
  const [firstMember = name] = members.split(/\W/)
  // Returns the apiVersion of the accepted file, because the version of a dialect depends on the kind.
  const apiVersion = (): string => apiVersionOf(name, versions === 'v1alpha1' ? 'v1alpha1' : 'v1')
  const inAnotherCase = name.charAt(0).toLowerCase() + name.slice(1)
  const wrongKinds = {
    'a kind that does not exist': `${name}s`,
    'a kind that differs in case': seeing(['kind-case-ignored'], inAnotherCase),
  }
  must(`${area}.file.kind`, { ...kindSource('kind equals the kind name', name), twin }, () => {
    says(`The kind of the file equals ${name}.`)
    refuses('a file without kind', async () => {
      await files.refuses({ kind: undefined, apiVersion: apiVersion() }, 'kind')
    }).sees('kind-missing-accepted')

    refuses(
      { title: 'a file with another kind of the same version', id: 'another kind of the same version' },
      async () => {
        // The error can be about the kind or, if the file is read as another kind, about its fields.
        await files.refuses({ kind: neighbour, apiVersion: apiVersion() }, [neighbour, firstMember])
      },
    ).sees('kind-not-compared')

    refuses
      .for(wrongKinds)('%s', async (kind) => {
        await files.refuses({ kind, apiVersion: apiVersion() }, kind)
      })
      .sees('kind-not-compared')
  })
}
