import { offByDefault, onByDefault } from '../../tables/admission-plugins.ts'

// Without a configuration they prevent the start of a server, or reject its own objects.
const unfit: readonly string[] = ['AlwaysDeny', 'EventRateLimit', 'ImagePolicyWebhook']

/** The documented admission plugins. */
export const admissionPlugins: readonly string[] = [...onByDefault, ...offByDefault]

/** Plugins with which a server can start without further configuration. */
export const startingPlugins = admissionPlugins.filter((name) => !unfit.includes(name))
