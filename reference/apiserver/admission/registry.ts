import { imagePolicyWebhook } from './image-policy.ts'
import { limitRanger, resourceQuota } from './limits.ts'
import { namespaceAutoProvision, namespaceExists, namespaceLifecycle } from './namespaces.ts'
import * as others from './others.ts'
import type { PluginFactory } from './plugin.ts'
import { podNodeSelector, podTolerationRestriction } from './pod-placement.ts'
import { podSecurity } from './pod-security.ts'
import * as pods from './pods.ts'
import { mutatingWebhooks, validatingWebhooks } from './webhooks.ts'

/** The plugins that do something here, in the order in which they look at a change, whatever order flags have. */
export const pluginFactories = {
  NamespaceAutoProvision: namespaceAutoProvision,
  NamespaceLifecycle: namespaceLifecycle,
  NamespaceExists: namespaceExists,
  LimitRanger: limitRanger,
  ServiceAccount: pods.serviceAccount,
  NodeRestriction: others.nodeRestriction,
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
  DenyServiceExternalIPs: others.denyServiceExternalIps,
  MutatingAdmissionWebhook: mutatingWebhooks,
  ImagePolicyWebhook: imagePolicyWebhook,
  PodSecurity: podSecurity,
  EventRateLimit: others.eventRateLimit,
  ValidatingAdmissionWebhook: validatingWebhooks,
  ResourceQuota: resourceQuota,
  AlwaysDeny: others.alwaysDeny,
} as const satisfies Readonly<Record<string, PluginFactory>>

/** The name of a plugin that does something here. */
export type PluginName = keyof typeof pluginFactories
