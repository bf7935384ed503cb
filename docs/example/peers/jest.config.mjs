// Jest takes `await using` with a plugin, until Node itself does (24).
export default {
  testMatch: ['**/*.jest.mjs'],
  transform: {
    '\\.mjs$': ['babel-jest', { plugins: ['@babel/plugin-transform-explicit-resource-management'] }],
  },
}
