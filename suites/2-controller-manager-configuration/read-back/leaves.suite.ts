import { type ConfigurationTree, merged, treeAt } from '#harness/launch/configuration.ts'
import { controllerName, sharedManager } from '../../shared/controller-manager.ts'
import { configurationOf, managerLeaves } from '../../shared/controller-manager/leaves.ts'
import { allocatorType, readBackRules, toldAllocator } from './read-back-rules.ts'

// Each leaf has two values that no other leaf of its type has, so that one that is taken for another is seen.
const programs = [0, 1].map((which) => sharedManager(() => ({ beside: told(which) })))

/** What the program of that number is told, as far as the table has it. */
function told(which: number): ConfigurationTree {
  const values = configurationOf(managerLeaves, ({ others }) => others[which])
  const found = { Generic: { Controllers: controllers(which) } }
  return merged(merged(values, found), treeAt(allocatorType, toldAllocator(which)))
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
  found: (pointer, which) => {
    if (pointer === '/Generic/Controllers') return controllers(which)
    return pointer === allocatorType ? toldAllocator(which) : undefined
  },
})
