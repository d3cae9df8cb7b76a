# The tests, when the agent wants to stop. Exit 2 here means: not done yet, and why.
if node --test-reporter=tap test/health.test.js >.hookline/tests.txt; then
  echo passed >>.hookline/tests.log
  echo "all tests pass"
else
  echo failed >>.hookline/tests.log
  grep -E "^not ok|^ +(expected|actual):" .hookline/tests.txt >&2
  exit 2
fi
