import { serviceAccountDiscovery } from './service-account-discovery.ts'
import { serviceAccountExtension } from './service-account-extension.ts'
import { serviceAccountIssuers } from './service-account-issuers.ts'
import { serviceAccountKeys } from './service-account-keys.ts'
import { serviceAccountLookup } from './service-account-lookup.ts'
import { serviceAccountTokens } from './service-account-tokens.ts'
import { minimalServer, plainServer, richServer } from './service-account-world.ts'

// All of them need objects and tokens, so they share three servers that differ in every flag.
const [rich, plain, minimal] = [richServer(), plainServer(), minimalServer()]

serviceAccountIssuers(rich, plain)
serviceAccountDiscovery(rich, minimal)
serviceAccountKeys(rich, minimal)
serviceAccountTokens(rich, plain, minimal)
serviceAccountLookup(rich, plain, minimal)
serviceAccountExtension(rich, plain)
