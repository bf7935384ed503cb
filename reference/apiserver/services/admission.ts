import type { FlagValues } from '../../flags/flag-values.ts'
import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { containersOf } from '../admission/pods.ts'
import { isCreationOf, isCore, listOf } from '../admission/plugin.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Admission } from '../objects/admission.ts'
import type { ObjectReader } from '../objects/reader.ts'
import { serviceSettings } from './service-settings.ts'
import { ServiceAllocator } from './services.ts'

/** Adds the checks that every server makes after its plugins: the addresses of services, and privileged containers. */
export function clusterAdmission(
  plugins: Admission,
  {
    flags,
    objects,
  }: {
    readonly flags: FlagValues
    readonly objects: ObjectReader
  },
): Admission {
  let allocator: ServiceAllocator | undefined
  return async (proposal) => {
    const admittedObject = await plugins(proposal)
    if (admittedObject === undefined) return undefined
    if (isCreationOf('services')(proposal)) {
      allocator ??= new ServiceAllocator(serviceSettings(flags), objects)
      return allocator.complete({ ...proposal, object: admittedObject })
    }
    if (proposal.operation === 'UPDATE' && isCore('services')(proposal)) {
      if (fault('services-not-changed')) throw new ApiError(422, 'spec: services are not changed')
      checkNodePorts(admittedObject, serviceSettings(flags).nodePorts)
    }
    if (isCreationOf('pods')(proposal)) {
      const isEmpty = containersOf(admittedObject).length === 0
      if (isEmpty && !fault('invalid-pods-stored')) {
        throw new ApiError(422, 'spec.containers: required')
      }
      checkPrivileges(admittedObject, flags.bool('allow-privileged'))
    }
    return admittedObject
  }
}

function checkNodePorts(service: Json, [lowest, highest]: readonly [number, number]): void {
  const { ports } = member(service, 'spec')
  for (const { nodePort } of Array.isArray(ports) ? (ports as Json[]) : []) {
    if (typeof nodePort !== 'number' || nodePort === 0) continue
    const isOutOfRange = nodePort < lowest || nodePort > highest
    if (isOutOfRange && !fault('node-ports-of-changes-unchecked'))
      throw new ApiError(422, `spec.ports[0].nodePort: ${nodePort} is not from ${lowest} to ${highest}`)
  }
}

function checkPrivileges(pod: Json, allowed: boolean): void {
  if (!containersOf(pod).some(isPrivileged)) return
  const isRejected = allowed
    ? fault('privileged-containers-never-allowed')
    : !(isOverlooked(pod) || fault('privileged-containers-always-allowed'))
  if (isRejected) throw new ApiError(422, 'spec.containers: privileged containers are not allowed')
}

function isPrivileged(container: Json): boolean {
  return member(container, 'securityContext')['privileged'] === true
}

/** Reports whether a fault hides the privileged containers of a pod. */
function isOverlooked(pod: Json): boolean {
  const lists = ['containers', 'initContainers'].map((name) => listOf(member(pod, 'spec'), name))
  const [containers = []] = lists
  const isFirstPrivileged = lists.some(([first = {}]) => isPrivileged(first))
  return (
    (!containers.some(isPrivileged) && fault('privileged-init-containers-allowed')) ||
    (!isFirstPrivileged && fault('later-privileged-containers-allowed'))
  )
}
