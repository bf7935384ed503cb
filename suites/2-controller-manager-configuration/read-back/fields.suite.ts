import { join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { type ConfigurationTree, file, mergeTrees, treeAt } from '#kit/launch.ts'
import { controllerName, sharedManager } from '../../shared/controller-manager.ts'
import { configurationOf, managerLeaves } from '../../shared/controller-manager/leaves.ts'
import { rsaKey } from '../../shared/manager/rsa-key.ts'
import { allocatorType, declareReadBackRules, reportedAllocator } from './read-back-rules.ts'

/** Files that a program may open at its start, even if the controllers that use them do not run. */
const fileNames: Readonly<Record<string, (which: number) => string>> = {
  '/SAController/ServiceAccountKeyFile': (which) => `service-account-${which}.key`,
  '/SAController/RootCAFile': (which) => `roots-${which}.crt`,
}

// Two programs with different values for each leaf, which also differ from the values of other leaves of its type.
const programs = [0, 1].map((which) =>
  sharedManager(async () => {
    const { certificate } = await createAuthority('the roots')
    return { extraConfiguration: configurationWith(which, [rsaKey(), certificate]) }
  }),
)

/** Returns the configuration of the program with the given number, from the table. */
function configurationWith(which: number, contents: readonly string[]): ConfigurationTree {
  const values = configurationOf(managerLeaves, ({ legalValues }) => legalValues[which])
  const files = Object.entries(fileNames).map(([pointer, name], index) =>
    treeAt(pointer, file(name(which), contents[index] ?? '', { verbatim: true })),
  )
  const controllersBlock = { Generic: { Controllers: controllers(which) } }
  return [controllersBlock, treeAt(allocatorType, reportedAllocator(which)), ...files].reduce(
    mergeTrees,
    values,
  )
}

function controllers(which: number): readonly string[] {
  const [job, deployment] = ['JobController', 'DeploymentController'].map((block) => controllerName(block))
  return which === 0 ? [`${job}`, `-${deployment}`] : [`-${job}`, `${deployment}`]
}

declareReadBackRules({
  role: 'controller-manager',
  prefix: 'manager',
  leaves: managerLeaves,
  programs,
  separateValue: (pointer, which, manager) => {
    if (pointer === '/Generic/Controllers') return controllers(which)
    if (pointer === allocatorType) return reportedAllocator(which)
    const name = fileNames[pointer]?.(which)
    return name && join(manager.directory, name)
  },
})
