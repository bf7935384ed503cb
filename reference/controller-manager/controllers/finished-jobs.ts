import type { ApiObject } from '../../manager/api.ts'
import type { Controller } from './controller.ts'
import { valueAt, conditionOf, keyOf, numberAt, timeAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'

const finishedAt = (job: ApiObject) =>
  ['Complete', 'Failed']
    .map((type) => conditionOf(job, type))
    .find((condition) => condition?.['status'] === 'True')

/** Reports whether a job is finished. */
export const isFinished = (job: ApiObject) => finishedAt(job) !== undefined

/** Deletes finished jobs after their time to live. */
export const ttlController: Controller = {
  name: 'ttl-after-finished-controller',
  start(loop) {
    loop.work(resources.jobs, {
      workers: loop.config.value('/TTLAfterFinishedController/ConcurrentTTLSyncs'),
      takes: (job) => isFinished(job) && valueAt(job, 'spec.ttlSecondsAfterFinished') !== undefined,
      async sync(job, queue) {
        const endMs = timeAt(finishedAt(job), 'lastTransitionTime')
        const leftMs = endMs + numberAt(job, 'spec.ttlSecondsAfterFinished') * 1000 - Date.now()
        if (leftMs > 0) queue.addAfter(keyOf(job), leftMs)
        else await loop.write.remove(resources.jobs, job)
      },
    })
  },
}

/** Sets the status of each policy that was processed. */
export const policyStatusController: Controller = {
  name: 'validatingadmissionpolicy-status-controller',
  start(loop) {
    loop.work(resources.policies, {
      workers: loop.config.value('/ValidatingAdmissionPolicyStatusController/ConcurrentPolicySyncs'),
      takes: (policy) =>
        numberAt(policy, 'status.observedGeneration') !== numberAt(policy, 'metadata.generation'),
      async sync(policy) {
        const observedGeneration = numberAt(policy, 'metadata.generation')
        const status = { observedGeneration, typeChecking: {} }
        await loop.write.patch(resources.policies, policy, { status }, 'status')
      },
    })
  },
}
