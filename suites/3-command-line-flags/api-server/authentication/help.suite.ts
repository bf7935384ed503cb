import { helpRule } from '../../../shared/flags/flag-rules.ts'

helpRule({ flag: '--anonymous-auth', type: 'bool', default: 'true' })
helpRule({ flag: '--authentication-config', type: 'string' })
helpRule({ flag: '--oidc-ca-file', type: 'string' })
helpRule({ flag: '--oidc-client-id', type: 'string' })
helpRule({ flag: '--oidc-groups-claim', type: 'string' })
helpRule({ flag: '--oidc-groups-prefix', type: 'string' })
helpRule({ flag: '--oidc-issuer-url', type: 'string' })
helpRule({ flag: '--oidc-required-claim', type: 'pairs' })
helpRule({ flag: '--oidc-signing-algs', type: 'strings', default: 'RS256' })
helpRule({ flag: '--oidc-username-claim', type: 'string', default: 'sub' })
helpRule({ flag: '--oidc-username-prefix', type: 'string' })
