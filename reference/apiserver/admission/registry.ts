import type { PluginName } from '../flags/admission-plugins.ts'
import { imagePolicyWebhook } from './image-policy.ts'
import { limitRanger, resourceQuota } from './limits.ts'
import { namespaceAutoProvision, namespaceExists, namespaceLifecycle } from './namespaces.ts'
import * as others from './other-plugins.ts'
import { ownerReferencesPermissionEnforcement } from './owners.ts'
import type { PluginFactory } from './plugin.ts'
import { podNodeSelector, podTolerationRestriction } from './pod-placement.ts'
import { validatingPolicies } from './policies.ts'
import { podSecurity } from './pod-security.ts'
import * as pods from './pods.ts'
import { mutatingWebhooks, validatingWebhooks } from './webhooks.ts'

/** Factories of all plugins. */
export const pluginFactories: Readonly<Record<PluginName, PluginFactory>> = {
  NamespaceAutoProvision: namespaceAutoProvision,
  NamespaceLifecycle: namespaceLifecycle,
  NamespaceExists: namespaceExists,
  LimitRanger: limitRanger,
  ServiceAccount: pods.serviceAccount,
  NodeRestriction: others.nodeRestriction,
  OwnerReferencesPermissionEnforcement: ownerReferencesPermissionEnforcement,
  TaintNodesByCondition: others.taintNodesByCondition,
  AlwaysPullImages: pods.alwaysPullImages,
  PodNodeSelector: podNodeSelector,
  Priority: pods.priority,
  DefaultTolerationSeconds: pods.defaultTolerationSeconds,
  PodTolerationRestriction: podTolerationRestriction,
  ExtendedResourceToleration: pods.extendedResourceToleration,
  LimitPodHardAntiAffinityTopology: pods.limitPodHardAntiAffinityTopology,
  RuntimeClass: pods.runtimeClass,
  DefaultStorageClass: others.defaultStorageClass,
  DefaultIngressClass: others.defaultIngressClass,
  StorageObjectInUseProtection: others.storageObjectInUseProtection,
  PersistentVolumeClaimResize: others.persistentVolumeClaimResize,
  CertificateSubjectRestriction: others.certificateSubjectRestriction,
  DenyServiceExternalIPs: others.denyServiceExternalIps,
  MutatingAdmissionWebhook: mutatingWebhooks,
  ImagePolicyWebhook: imagePolicyWebhook,
  PodSecurity: podSecurity,
  EventRateLimit: others.eventRateLimit,
  ValidatingAdmissionPolicy: validatingPolicies,
  ValidatingAdmissionWebhook: validatingWebhooks,
  ResourceQuota: resourceQuota,
  AlwaysDeny: others.alwaysDeny,
}
