import { refuses, rulesOf, says } from '#kit'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'
import { invalidUrls } from '#documents/1/authentication-issuer.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthenticationConfiguration',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const issuer = (field: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows: [field] }) as const

/** Issuers of the first two entries. The last entry repeats one of these issuers. */
const names = ['claims', 'expressions'] as const
const entryPairs = { 'first and last': [0, 2], 'second and last': [1, 2] } as const

must('authn.file.issuer-url-form', issuer('url'), () => {
  says('issuer.url has the form https://host or https://host/path.')
  refuses
    .for(invalidUrls)('a url %s', async ({ makeInvalid }) => {
      await files.refuses(
        (host) => ({ 'jwt.1.issuer.url': makeInvalid(host.issuer('expressions').url)[0] }),
        'url',
      )
    })
    .sees(({ fault }) => fault)
})

must('authn.file.issuer-url-unique', { row: 'url', aspect: 'unique' }, () => {
  says('No two JWT authenticators have the same issuer.url.')
  refuses('two entries with the same url', async () => {
    await files.refuses((host) => ({ 'jwt.1.issuer.url': host.issuer('claims').url }), 'url')
  }).sees('duplicate-issuer-accepted')

  refuses
    .for(entryPairs)('the same url in the %s of three entries', async ([one, other]) => {
      await files.refuses((host) => ({ [`jwt.${other}.issuer.url`]: host.issuer(names[one]).url }), 'url')
    })
    .sees('duplicate-issuer-accepted', ([one]) => (one === 0 ? 'distant-duplicate-issuer-accepted' : []))
})

must('authn.file.discovery-url-differs', issuer('discoveryURL'), () => {
  says('issuer.discoveryURL differs from issuer.url.')
  refuses('a discoveryURL that equals url', async () => {
    await files.refuses(
      (host) => ({ 'jwt.0.issuer.discoveryURL': host.issuer('claims').url }),
      'discoveryURL',
    )
  }).sees('discovery-url-equal-to-url-accepted')
})

must('authn.file.discovery-url-unique', { row: 'discoveryURL', aspect: 'unique' }, () => {
  says('No two JWT authenticators have the same issuer.discoveryURL.')
  refuses('two entries with the same discoveryURL', async () => {
    const discoveryPath = '/.well-known/openid-configuration'
    await files.refuses(
      (host) => ({ 'jwt.1.issuer.discoveryURL': host.issuer('claims').url + discoveryPath }),
      'discoveryURL',
    )
  }).sees('duplicate-discovery-url-accepted')

  refuses('the same discoveryURL in the first and last of three entries', async () => {
    const discoveryPath = '/.well-known/openid-configuration'
    await files.refuses(
      (host) => ({ 'jwt.2.issuer.discoveryURL': host.issuer('claims').url + discoveryPath }),
      'discoveryURL',
    )
  }).sees('duplicate-discovery-url-accepted', 'distant-duplicate-issuer-accepted')
})
