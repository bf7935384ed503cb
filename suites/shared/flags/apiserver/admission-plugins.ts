import { offByDefault, onByDefault } from '../../tables/admission-plugins.ts'

// Without a configuration they keep a server from starting, or its own objects out.
const unfit: readonly string[] = ['AlwaysDeny', 'EventRateLimit', 'ImagePolicyWebhook']

/** The documented admission plugins. */
export const admissionPlugins: readonly string[] = [...onByDefault, ...offByDefault]

/** Those that a server can start with when nothing else is configured. */
export const startingPlugins = admissionPlugins.filter((name) => !unfit.includes(name))
