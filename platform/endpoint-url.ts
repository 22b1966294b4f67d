export * from '#activities/webhooks/endpoint-url.ts'
