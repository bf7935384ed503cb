import { flag } from '../../flags/flag.ts'
import { admissionPlugins } from './admission-plugins.ts'

/** Flags for authorization and admission. */
export const permissionFlags = [
  flag('admission-control-config-file', 'string', 'file that configures admission plugins'),
  flag('authorization-config', 'string', 'file that configures the chain of authorizers'),
  // Without --authorization-config and this flag, the reader uses AlwaysAllow. The help shows no default that may not
  // apply.
  flag('authorization-mode', 'strings', 'authorizers in order', {
    oneOf: ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node'],
  }),
  flag('authorization-policy-file', 'string', 'policies of mode ABAC, a JSON object per line'),
  flag('authorization-webhook-cache-authorized-ttl', 'duration', 'how long allow answers are kept', {
    default: '5m0s',
  }),
  flag('authorization-webhook-cache-unauthorized-ttl', 'duration', 'how long deny answers are kept', {
    default: '30s',
  }),
  flag('authorization-webhook-config-file', 'string', 'client configuration of mode Webhook'),
  flag('authorization-webhook-version', 'string', 'version of the SubjectAccessReview sent', {
    default: 'v1beta1',
  }),
  flag('default-not-ready-toleration-seconds', 'int', 'toleration given to pods for notReady', {
    default: '300',
  }),
  flag('default-unreachable-toleration-seconds', 'int', 'toleration given to pods for unreachable', {
    default: '300',
  }),
  flag('disable-admission-plugins', 'strings', 'default plugins to switch off', { oneOf: admissionPlugins }),
  flag('enable-admission-plugins', 'strings', 'further plugins to switch on', { oneOf: admissionPlugins }),
]

/** Flags that exclude `--authorization-config`. */
export const authorizationFlagsExcludedByFile = permissionFlags
  .map(({ name }) => name)
  .filter((name) => name === 'authorization-mode' || isOfWebhook(name))

function isOfWebhook<Name extends string>(
  name: Name,
): name is Extract<Name, `authorization-webhook-${string}`> {
  return name.startsWith('authorization-webhook-')
}
