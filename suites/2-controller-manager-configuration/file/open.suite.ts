import { caseOf, currentCheck, formerly, type NamedCases, rulesOf, says, test } from '#kit'
import { type ConfigurationTree, file, mergeTrees } from '#kit/launch.ts'
import { managerOutcome, type ManagerSpec } from '../../shared/controller-manager.ts'

const { unspecified, excluded } = rulesOf({ document: 2, section: 'Errors', overlaps: true })

const wholeFile = (make: (configuration: ConfigurationTree) => object | string): ManagerSpec => ({
  wholeFile: make,
})

const openFiles: NamedCases<ManagerSpec> = {
  'a block that no table names': wholeFile((tree) => mergeTrees(tree, { GenericController: {} })),
  'a field that no table names': wholeFile((tree) =>
    mergeTrees(tree, { JobController: { ConcurrentSyncs: 1 } }),
  ),
  'a field in another case': wholeFile((tree) =>
    mergeTrees(tree, { JobController: { concurrentJobSyncs: 1 } }),
  ),
  'a field of ClientConnection in another case': wholeFile((tree) =>
    mergeTrees(tree, { Generic: { ClientConnection: { QPS: 1 } } }),
  ),
  'a negative number of workers': {
    configuration: { JobController: { ConcurrentJobSyncs: -1 } },
  },
  'a name that no controller has': {
    configuration: { Generic: { Controllers: ['*', 'no-such-controller'] } },
  },
  'a client configuration file that does not exist': {
    configuration: { Generic: { ClientConnection: { orchconfig: '/none/client.yaml' } } },
  },
  'a client configuration file that cannot be parsed': formerly('a client configuration file that is none', {
    configuration: {
      Generic: { ClientConnection: { orchconfig: file('broken.yaml', '{ clusters: [', { verbatim: true }) } },
    },
  }),
}

unspecified('manager.file.errors', 'error behaviour and codes', () => {
  says('Unspecified: what a controller manager does with a configuration that it cannot use.')
  for (const [what, one] of Object.entries(openFiles)) {
    const { value: spec, id = what } = caseOf(one)
    test(
      {
        title: `observes whether a controller manager starts with ${what}`,
        id: `whether a controller manager starts with ${id} is recorded`,
      },
      async () => {
        const { outcome, exitCode } = await managerOutcome(spec)
        currentCheck().observe(what, outcome === 'refused' ? `refused with exit code ${exitCode}` : outcome)
      },
    )
  }
})

excluded(
  'manager.file.members',
  { section: 'Top-level kinds', row: 'members of OrchControllerManagerConfiguration' },
  'OrchControllerManagerConfiguration has Generic, OrchCloudShared and a block per controller, each of its type.',
  'A list: manager.file.complete judges that all members are taken, and the read-back rules judge each field of each.',
)
