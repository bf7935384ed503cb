import { formerly, accepts, refuses, rule, seeing } from '#kit'
import type { ConfigurationTree } from '#kit/launch.ts'
import { checkCloud, cloudSpec, cloudManagerRule } from '../../shared/cloud-manager.ts'
import {
  expectManagerAccepted,
  expectManagerRefusal,
  type ManagerSpec,
} from '../../shared/controller-manager.ts'

const kind = 'CloudControllerManagerConfiguration'
const group = 'cloudcontrollermanager.config.orch.io'

/** Returns the complete file with changed top-level members; `undefined` omits a member. */
async function fileWithChanges(changes: Readonly<Record<string, unknown>>): Promise<ManagerSpec> {
  return {
    ...cloudSpec(await checkCloud(), {}),
    wholeFile: (configuration: ConfigurationTree) =>
      Object.fromEntries(
        Object.entries({ ...configuration, ...changes }).filter(([, value]) => value !== undefined),
      ),
  }
}

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.file.kind',
    says: `The cloud controller manager is configured by ${kind} of ${group}/v1alpha1, and by nothing else.`,
    source: { document: 2, section: 'Top-level kinds', rows: [kind] },
  },
  () => {
    accepts('a file with every field', async () => {
      await expectManagerAccepted(await fileWithChanges({ NodeStatusUpdateFrequency: '1h0m0s' }))
    }).sees('long-frequency-refused')

    refuses.for({
      'a file without apiVersion': seeing(['api-version-missing-accepted'], { apiVersion: undefined }),
      'a file without kind': seeing(['kind-missing-accepted'], { kind: undefined }),
      'the kind of the controller manager': formerly(
        'the kind of the other program',
        seeing(['kind-not-compared'], {
          kind: 'OrchControllerManagerConfiguration',
        }),
      ),
      'the group of the controller manager': formerly(
        'the group of the other program',
        seeing(['api-version-unknown-accepted'], {
          apiVersion: 'orchcontrollermanager.config.orch.io/v1alpha1',
        }),
      ),
      'a newer version': seeing(['api-version-other-than-v1alpha1-accepted'], { apiVersion: `${group}/v1` }),
      'a beta version': seeing(['api-version-other-than-v1alpha1-accepted'], {
        apiVersion: `${group}/v1beta1`,
      }),
    })('%s', async (changes) => {
      await expectManagerRefusal(await fileWithChanges(changes), ['kind', 'apiVersion'])
    })
  },
)
