// Pages of the portal answer refused forms as all pages do.
export * from '#web/http/refused.ts'
