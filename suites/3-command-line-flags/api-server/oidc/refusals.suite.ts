import { refuses, rulesOf, says } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { oidcFlags } from './flags.ts'
import { servers } from './shared-servers.ts'

const controlCheck = 'flag.oidc-issuer-url.verifies/accepts-a-token-of-the-issuer'

const { must } = rulesOf({ overlaps: true, twin: controlCheck })

const { host } = servers

must('flag.oidc-issuer-url.https', flagRow('--oidc-issuer-url', 'HTTPS only'), () => {
  says('The issuer URL has the scheme https.')
  refuses({ title: 'a URL with the scheme http', id: 'a URL of plain http' }, async () => {
    const issuer = (await host()).issuer('plain')
    const flags = { ...oidcFlags(issuer), '--oidc-issuer-url': issuer.url.replace('https:', 'http:') }
    await expectRefusal({ flags }, 'https')
  }).sees('oidc-http-issuer-accepted')
})

must('flag.oidc-client-id.required', flagRow('--oidc-client-id', 'required'), () => {
  says('--oidc-client-id is required together with --oidc-issuer-url.')
  refuses('an issuer without a client ID', async () => {
    const flags = { ...oidcFlags((await host()).issuer('plain')), '--oidc-client-id': undefined }
    await expectRefusal({ flags }, 'oidc-client-id')
  }).sees('oidc-client-id-not-required')
})
