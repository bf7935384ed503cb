import { excluded, rule, test } from '#harness/check/rule.ts'
import { egressFiles } from '../../fixtures/egress-files.ts'
import { at, completeFile, completeTwin, faultsOfAccepting } from './complete-file.ts'

const files = egressFiles(completeFile)
const kinds = { document: 1, section: 'Kinds' } as const
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const

rule(
  {
    id: 'egress.file.complete',
    level: 'MUST',
    says: 'A file of version v1alpha1 is valid that uses every field as its table says, with an entry per selection.',
    source: {
      document: 1,
      section: 'EgressSelectorConfiguration',
      row: 'EgressSelectorConfiguration.egressSelections',
    },
    overlaps: true,
    faults: faultsOfAccepting(['accepts a file that uses every field']),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.file.version',
    says: 'EgressSelectorConfiguration exists in v1alpha1 only.',
    source: { document: 1, section: 'Versioning', row: 'v1alpha1 has EgressSelectorConfiguration' },
    faults: {
      'EgressSelectorConfiguration-other-version-accepted': ['refuses the kind under v1'],
      'api-version-missing-accepted': ['refuses a file without apiVersion'],
      'api-version-unknown-accepted': [
        'refuses a version that does not exist',
        'refuses v1alpha1 in the group of v1',
      ],
    },
  },
  () => {
    const near = {
      'the kind under v1': {
        apiVersion: 'apiserver.config.orch.io/v1',
        about: 'EgressSelectorConfiguration',
      },
      'v1alpha1 in the group of v1': { apiVersion: 'apiserver.config.orch.io/v1alpha1', about: 'version' },
      'a version that does not exist': { apiVersion: 'apiserver.orch.io/v99', about: 'version' },
      'a file without apiVersion': { apiVersion: undefined, about: 'apiVersion' },
    }

    test.for(near)('refuses %s', async ({ apiVersion, about }) => {
      await files.refuses({ apiVersion }, about)
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.file.kind',
    says: 'The kind of the file equals EgressSelectorConfiguration.',
    source: { ...kinds, row: 'EgressSelectorConfiguration' },
    faults: {
      'kind-missing-accepted': ['refuses a file without kind'],
      'kind-not-compared': ['refuses another kind', 'refuses a kind that differs in case'],
      'kind-case-ignored': ['refuses a kind that differs in case'],
    },
  },
  () => {
    const near = {
      'a file without kind': { kind: undefined, about: 'kind' },
      // Read as another kind, the file has a field that is not of that kind.
      'another kind': { kind: 'AdmissionConfiguration', about: 'egressSelections' },
      'a kind that differs in case': { kind: 'egressSelectorConfiguration', about: 'egressSelectorConfig' },
    }

    test.for(near)('refuses %s', async ({ kind, about }) => {
      await files.refuses({ kind }, about)
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.file.types',
    says: 'A field takes values of its type only.',
    source: { document: 1, section: 'EgressSelectorConfiguration', row: 'column Type' },
    faults: {
      'wrong-type-ignored': [
        'refuses a list where an object belongs',
        'refuses a text where an object belongs',
      ],
      'scalar-for-list-accepted': ['refuses an object where a list belongs'],
      'number-for-string-accepted': ['refuses a number where a text belongs'],
    },
  },
  () => {
    // Beside tcp, so that nothing but its type is wrong with it.
    const second = `${at.controlplane}.connection.transport.uds`
    const mistyped = {
      'an object where a list belongs': {
        path: 'egressSelections',
        value: {
          name: 'cluster',
          connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/nonexistent/tunnel.sock' } } },
        },
      },
      'a text where an object belongs': { path: second, value: '/nonexistent/tunnel.sock' },
      'a list where an object belongs': { path: second, value: [] },
      'a number where a text belongs': { path: `${at.cluster}.connection.transport.uds.udsName`, value: 5 },
    }

    test.for(mistyped)('refuses %s', async ({ path, value }) => {
      await files.refuses({ [path]: value }, path.split('.').at(-1) ?? path)
    })
  },
)

excluded({
  id: 'egress.file.members',
  says: 'The member of the kind is egressSelections.',
  source: { ...kinds, row: 'EgressSelectorConfiguration, members' },
  excluded: { reason: 'A list of names: egress.file.complete uses it and egress.required misses it.' },
})
