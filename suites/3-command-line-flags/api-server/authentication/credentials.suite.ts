import { sharedServer } from '../../../shared/api-server.ts'
import { bootstrapTokens } from './bootstrap-tokens.ts'
import { clientAuthorities, clientAuthorityFlags } from './client-ca.ts'
import { tokenFile, tokenFileFlags } from './token-auth-file.ts'

const server = sharedServer(async () => ({ flags: { ...tokenFileFlags, ...(await clientAuthorityFlags()) } }))

tokenFile(server)
clientAuthorities(server)
bootstrapTokens(server)
