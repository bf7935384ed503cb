import { expect, test } from 'vitest'
import { namesIn } from './refusals.ts'

test.each([
  ['invalid argument "x" for "--secure-port" flag', '--secure-port', true],
  ['jwt[0].issuer.url: Invalid value', 'url', true],
  ['jwt[0].issuer.URL: Invalid value', 'url', true],
  ['jwt[0].issuer.discoveryURL: Invalid value', 'url', false],
  ['open /tmp/version/file: no such file', 'key', false],
  ['invalid argument for "--audit-log-path"', '--audit-log', false],
  ['field \\"keys\\" is unknown', 'keys', true],
  ['I1122 11:10:39.520956 25478 server.go:187] Version: v1.34.9\nE1122 err="bad"', 'version', false],
  ['metrics.allowListMapping: Invalid value', 'allow-metric-labels', true],
  ['metrics.allowListMappingManifest: Invalid value', 'allow-metric-labels', false],
  ['anything', '', false],
])('namesIn reports whether %j names %s: %s', (stderr, about, isNamed) => {
  expect(namesIn(stderr, about)).toBe(isNamed)
})
