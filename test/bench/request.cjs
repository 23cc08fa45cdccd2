// Sends one request and prints the response, with no more code than Node needs.
const { BOARDS_BASE_URL = '', BOARDS_API_KEY = '' } = process.env;
const { get } = require(BOARDS_BASE_URL.startsWith('https:') ? 'node:https' : 'node:http');

const options = { headers: { 'X-API-Key': BOARDS_API_KEY }, agent: false };
get(`${BOARDS_BASE_URL}/api/v1/boards?timeframe=day&limit=10`, options, (response) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => process.stdout.write(Buffer.concat(chunks)));
});
