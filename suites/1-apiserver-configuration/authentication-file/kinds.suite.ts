import { excluded, rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, completeTwin, faultsOfAccepting } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const kinds = { document: 1, section: 'Kinds' } as const

rule(
  {
    id: 'authn.file.versions',
    level: 'MUST',
    says: 'AuthenticationConfiguration exists in v1 and in v1alpha1, with the same fields in both.',
    source: { document: 1, section: 'Versioning', row: 'identical fields' },
    overlaps: true,
    faults: {
      ...faultsOfAccepting('accepts every field under v1alpha1'),
      'version-v1alpha1-refused': ['accepts every field under v1alpha1'],
    },
  },
  () => {
    test('accepts every field under v1alpha1', async () => {
      await files.accepts({ apiVersion: 'apiserver.orch.io/v1alpha1' })
    })
  },
)

rule(
  {
    id: 'authn.file.api-version',
    level: 'MUST',
    says: 'The apiVersion of the file is apiserver.config.orch.io/v1 or apiserver.orch.io/v1alpha1.',
    source: { ...kinds, row: 'apiVersion' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'api-version-missing-accepted': ['refuses a file without apiVersion'],
      'api-version-unknown-accepted': [
        'refuses a version that does not exist',
        'refuses v1 in the group of v1alpha1',
        'refuses v1alpha1 in the group of v1',
        'refuses a version without its group',
      ],
    },
  },
  () => {
    test('refuses a file without apiVersion', async () => {
      await files.refuses({ apiVersion: undefined }, 'apiVersion')
    })

    const near = {
      'a version that does not exist': 'apiserver.config.orch.io/v99',
      'v1 in the group of v1alpha1': 'apiserver.orch.io/v1',
      'v1alpha1 in the group of v1': 'apiserver.config.orch.io/v1alpha1',
      'a version without its group': 'v1',
    }

    test.for(near)('refuses %s', async (apiVersion) => {
      await files.refuses({ apiVersion }, 'version')
    })
  },
)

rule(
  {
    id: 'authn.file.kind',
    level: 'MUST',
    says: 'The kind of the file equals AuthenticationConfiguration.',
    source: { ...kinds, row: 'kind' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'kind-missing-accepted': ['refuses a file without kind'],
      'kind-not-compared': [
        'refuses another kind of the same version',
        'refuses a kind that does not exist',
        'refuses a kind that differs in case',
      ],
      'kind-case-ignored': ['refuses a kind that differs in case'],
    },
  },
  () => {
    test('refuses a file without kind', async () => {
      await files.refuses({ kind: undefined }, 'kind')
    })

    // Read as another kind, the file has a field that is not of that kind.
    test('refuses another kind of the same version', async () => {
      await files.refuses({ kind: 'AuthorizationConfiguration' }, 'jwt')
    })

    const near = {
      'a kind that does not exist': 'AuthenticationConfigurations',
      'a kind that differs in case': 'authenticationConfiguration',
    }

    test.for(near)('refuses %s', async (kind) => {
      await files.refuses({ kind }, kind)
    })
  },
)

excluded({
  id: 'authn.file.members',
  says: 'The members of the kind are jwt and anonymous.',
  source: { ...kinds, row: 'AuthenticationConfiguration' },
  excluded: {
    reason:
      'A list of names: authn.file.complete uses jwt and authn.anonymous.enabled uses anonymous, each as its table says.',
  },
})
