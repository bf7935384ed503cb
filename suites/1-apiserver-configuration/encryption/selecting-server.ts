import { identity, keyedProvider, secretKey, stores } from '../../shared/encryption/configuration.ts'
import { EncryptedServer, sharedStorage } from '../../shared/encryption/servers.ts'
import { customResourceType, resourceTypes } from '../../shared/encryption/marked-objects.ts'

/** Key for each entry of the file. */
export const keys = {
  name: secretKey('aesgcm'),
  custom: secretKey('aesgcm'),
  core: secretKey('secretbox'),
  group: secretKey('secretbox'),
  customGroup: secretKey('aescbc'),
} as const

/**
 * Custom resource types. `namesake` and `grouped` have the plural name of a built-in type, and the group of `subgroup`
 * is a subdomain of the group of `grouped`.
 */
export const customTypes = {
  named: customResourceType('alphas.one.conformance.example'),
  sibling: customResourceType('betas.one.conformance.example'),
  namesake: customResourceType('deployments.one.conformance.example'),
  grouped: customResourceType('configmaps.two.conformance.example'),
  subgroup: customResourceType('alphas.sub.two.conformance.example'),
} as const

/** Second and third resource of an entry with identity, before the wildcards of their groups. */
export const laterExempt = [resourceTypes.persistentvolumeclaims, resourceTypes.statefulsets] as const

/** Server whose entries select by names and by wildcards. */
export const server = new EncryptedServer(sharedStorage(), [
  stores(
    [resourceTypes.deployments.resource, resourceTypes.runtimeclasses.resource],
    keyedProvider(keys.name),
  ),
  stores(
    [resourceTypes.configmaps, ...laterExempt].map(({ resource }) => resource),
    identity,
  ),
  stores(customTypes.named.resource, keyedProvider(keys.custom)),
  stores('*.apps', keyedProvider(keys.group)),
  stores('*.two.conformance.example', keyedProvider(keys.customGroup)),
  stores('*.', keyedProvider(keys.core)),
])
