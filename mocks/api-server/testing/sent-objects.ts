export const map = (name: string, fields: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...fields },
  data: { a: '1' },
})
const selector = { matchLabels: { app: 'web' } }
const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'x:1' }] },
}
export const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { selector, template },
}
export const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'x:1' }], terminationGracePeriodSeconds: 5, ...spec },
})

// Certificate request for CN=x, created with openssl for this test. The key was not kept.
export const csrPem = `-----BEGIN CERTIFICATE REQUEST-----
MIHGMG4CAQAwDDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BKBc8IJjPZQWAy5KDdStd9zuSdMqeNKDEc9ohZYkA4xrt2IRgCn4mxtZjFriHy8A
yiSirAXPubJ15BRZsfuav4OgADAKBggqhkjOPQQDAgNIADBFAiB7HKopE51ifRN3
EoN+adlhS6RQJnJi+IeqQimrKSxtygIhALG13IF6A6H4N5gxoqgG+Xd22Xkb1YLA
NGLt4fLo4dD1
-----END CERTIFICATE REQUEST-----
`
