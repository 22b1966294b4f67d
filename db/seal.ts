export * from '#activities/webhooks/seal.ts'
