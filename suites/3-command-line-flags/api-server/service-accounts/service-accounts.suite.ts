import { serviceAccountDiscovery } from './discovery.ts'
import { serviceAccountExtension } from './extension.ts'
import { serviceAccountIssuers } from './issuers.ts'
import { serviceAccountKeys } from './keys.ts'
import { serviceAccountLookup } from './lookup.ts'
import { secretTokens } from './secret-tokens.ts'
import { serviceAccountTokens } from './tokens.ts'
import { minimalServer, plainServer, richServer } from './world.ts'

// All of them need objects and tokens, so they share three servers that differ in every flag.
const [rich, plain, minimal] = [richServer(), plainServer(), minimalServer()]

serviceAccountIssuers(rich, plain)
serviceAccountDiscovery(rich, minimal)
serviceAccountKeys(rich, minimal, plain)
serviceAccountTokens(rich, plain, minimal)
serviceAccountLookup(rich, plain, minimal)
secretTokens(rich)
serviceAccountExtension(rich, plain)
