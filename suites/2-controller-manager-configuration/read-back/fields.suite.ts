import { join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { type ConfigurationTree, file, mergeTrees, treeAt } from '#kit/launch.ts'
import { controllerName, sharedManager } from '../../shared/controller-manager.ts'
import { configurationOf, managerLeaves } from '../../shared/controller-manager/leaves.ts'
import { rsaKey } from '../../shared/manager/rsa-key.ts'
import { allocatorType, readBackRules, reportedAllocator } from './read-back-rules.ts'

/** Files that a program may open at its start, even if the controllers that use them do not run. */
const opened: Readonly<Record<string, (which: number) => string>> = {
  '/SAController/ServiceAccountKeyFile': (which) => `service-account-${which}.key`,
  '/SAController/RootCAFile': (which) => `roots-${which}.crt`,
}

// Each leaf has two values that no other leaf of its type has, so that a mix-up is detected.
const programs = [0, 1].map((which) =>
  sharedManager(async () => {
    const { certificate } = await createAuthority('the roots')
    return { beside: reported(which, [rsaKey(), certificate]) }
  }),
)

/** Returns the configuration of the program with that number, from the table. */
function reported(which: number, contents: readonly string[]): ConfigurationTree {
  const values = configurationOf(managerLeaves, ({ legal }) => legal[which])
  const files = Object.entries(opened).map(([pointer, name], index) =>
    treeAt(pointer, file(name(which), contents[index] ?? '', { verbatim: true })),
  )
  const found = { Generic: { Controllers: controllers(which) } }
  return [found, treeAt(allocatorType, reportedAllocator(which)), ...files].reduce(mergeTrees, values)
}

function controllers(which: number): readonly string[] {
  const [job, deployment] = ['JobController', 'DeploymentController'].map((block) => controllerName(block))
  return which === 0 ? [`${job}`, `-${deployment}`] : [`-${job}`, `${deployment}`]
}

readBackRules({
  role: 'controller-manager',
  prefix: 'manager',
  leaves: managerLeaves,
  programs,
  found: (pointer, which, manager) => {
    if (pointer === '/Generic/Controllers') return controllers(which)
    if (pointer === allocatorType) return reportedAllocator(which)
    const name = opened[pointer]?.(which)
    return name && join(manager.directory, name)
  },
})
