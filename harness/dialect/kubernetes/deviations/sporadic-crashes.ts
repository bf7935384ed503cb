import type { SporadicCrash } from '../../dialect.ts'
import { sourceAt } from './source.ts'

/** Occasional crashes of Kubernetes: one in about ten whole runs, on a machine of two cores. */
export const kubernetesSporadicCrashes: readonly SporadicCrash[] = [
  {
    program: 'node-agent',
    versions: { from: '1.34', before: '1.37' },
    trace: 'dra/plugin.NewDRAPluginManager',
    reason:
      'While the node is not registered yet, a loop of dynamic resource allocation reads the capacity of the machine, and the start of the container manager writes it at the same time ("concurrent map read and map write").',
    link: sourceAt('pkg/kubelet/cm/container_manager_linux.go', 'L942'),
  },
]
