export { mayRefresh, refreshing } from '#web/design/refresh.ts'
