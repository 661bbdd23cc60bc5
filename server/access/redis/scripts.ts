/**
 * Takes uses of a window, or begins one: the same decision as `leaseFrom` of `core/fixed-window/shared-windows.ts`, which
 * the tests hold against each other. Numbers are written without an exponent.
 *
 * KEYS: the window. ARGV: countMax, windowMs, wanted, spent, leaseShare, leaseMax. Returns windowId, granted, left, remainsMs.
 */
export const leaseScript = `
local countMax, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local wanted, spent = tonumber(ARGV[3]), tonumber(ARGV[4])
local share, most = tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', KEYS[1], 'uses', 'ends')
local uses, ends = tonumber(stored[1] or '0'), tonumber(stored[2] or '0')
local isOpen = ends > now and ends <= now + windowMs
if not isOpen and wanted == 0 then return {0, 0, countMax, 0} end
local windowId = isOpen and ends or now + windowMs
local counted = (isOpen and uses or 0) + spent
local available = math.max(0, countMax - counted)
local granted = 0
if wanted > 0 then granted = math.min(available, math.max(wanted, math.min(most, math.floor(available / share)))) end
redis.call('HSET', KEYS[1], 'uses', string.format('%.0f', counted + granted), 'ends', string.format('%.0f', windowId))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', windowId))
return {windowId, granted, available - granted, windowId - now}
`;

/** Puts uses back into a window that is still open. KEYS: the window. ARGV: windowId, count. */
export const putBackScript = `
if redis.call('HGET', KEYS[1], 'ends') == ARGV[1] then redis.call('HINCRBY', KEYS[1], 'uses', -tonumber(ARGV[2])) end
return 0
`;
