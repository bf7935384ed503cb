// Jest needs a plugin for `await using` until Node 24.
export default {
  testMatch: ['**/*.jest.mjs'],
  transform: {
    '\\.mjs$': ['babel-jest', { plugins: ['@babel/plugin-transform-explicit-resource-management'] }],
  },
}
