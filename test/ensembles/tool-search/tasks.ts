/** What somebody wants, in words that are not those of the tool, and the tools that do it. */
type Task = readonly [wish: string, ...tools: readonly string[]];

export const tasks: readonly Task[] = `
report a bug in a GitHub project: github:create_issue
leave a remark on a GitHub ticket: github:add_issue_comment
which files does this pull request on GitHub touch: github:get_pull_request_files
have the CI checks of a GitHub pull request passed: github:get_pull_request_status
make my own copy of somebody’s GitHub repo: github:fork_repository
look for people on GitHub: github:search_users
approve a GitHub PR: github:create_pull_request_review
find source code on GitHub that mentions a function: github:search_code
write to a Slack channel: slack:slack_post_message
react to a Slack message with an emoji: slack:slack_add_reaction
answer in a Slack thread: slack:slack_reply_to_thread
who works in our Slack workspace: slack:slack_get_users
what was said in a Slack channel lately: slack:slack_get_channel_history
open a website in the browser: playwright:browser_navigate
capture an image of the web page: playwright:browser_take_screenshot
choose an entry of a dropdown on the page: playwright:browser_select_option
press the button on the web page: playwright:browser_click
errors that JavaScript logged in the browser: playwright:browser_console_messages
make the browser window smaller: playwright:browser_resize
who last changed this line of the file in git: git:git_blame
put my uncommitted git changes aside for later: git:git_stash
take a single commit over from another branch: git:git_cherry_pick
mark a git version for a release: git:git_tag
download a remote repository to my disk: git:git_clone
draw how shares of a total split up, as a circle: chart:generate_pie_chart
visualize how a value developed over the months: chart:generate_line_chart chart:generate_area_chart
picture of who reports to whom in a company: chart:generate_organization_chart
show which words occur most, larger when more frequent: chart:generate_word_cloud_chart
add a paragraph to a Notion page: notion:API-patch-block-children notion:API-update-page-markdown
find a document in Notion by its title: notion:API-post-search
what is written in a pod’s output in Kubernetes: kubernetes:kubectl_logs
run more replicas of a Kubernetes deployment: kubernetes:kubectl_scale
remove a Helm release: kubernetes:uninstall_helm_chart
open a shell command inside a Kubernetes container: kubernetes:exec_in_pod
erase rows of an Airtable table: airtable:delete_records
add a column to an Airtable table: airtable:create_field
driving directions from one address to another: maps:maps_directions
latitude and longitude of a street address: maps:maps_geocode
how high above the sea is this place: maps:maps_elevation
remember a fact about a person in the knowledge graph: memory:add_observations memory:create_entities
roll two dice: probability:roll
what day is it in Tokyo: clock:current_time clock:convert_time
see running background commands: shell:list_processes desktop:list_sessions desktop:list_processes
log a call with a HubSpot customer: hubspot:hubspot-create-engagement
combine an approved pull request into main on GitHub: github:merge_pull_request
start a new line of development in a GitHub repository: github:create_branch
close the bug ticket on GitHub: github:update_issue
go one page back in the browser: playwright:browser_navigate_back
type a search term into a field of the web page: playwright:browser_type playwright:browser_fill_form
attach a file to the upload field of a website: playwright:browser_file_upload
which HTTP calls did the web page make: playwright:browser_network_requests
throw away all untracked files in git: git:git_clean
what changed between two git commits: git:git_diff
get the newest commits from the server: git:git_pull git:git_fetch
let people find their way through a hierarchy of ideas, drawn: chart:generate_mind_map
visualize stages of a sales process that lose people: chart:generate_funnel_chart
compare products along several dimensions in a spider web picture: chart:generate_radar_chart
drop a page of Notion below another one: notion:API-move-page
comment on a Notion page: notion:API-create-a-comment
all namespaces and services of the cluster: kubernetes:kubectl_get
roll a deployment back to the version before: kubernetes:kubectl_rollout
reach a pod’s port on my own machine: kubernetes:port_forward
look up a row in Airtable by some words: airtable:search_records
restaurants near me: maps:maps_search_places
opening hours of this shop: maps:maps_place_details
how long does it take to drive between many cities: maps:maps_distance_matrix maps:maps_directions
forget what is known of somebody in the knowledge graph: memory:delete_entities memory:delete_observations
pick a winner at random: probability:choose probability:sample
how many days are left until Christmas: clock:duration
put a file somewhere else: workspace:move_file filesystem:move_file desktop:move_file
the functions that a source file defines: workspace:get_symbols
end a program that hangs: desktop:kill_process desktop:force_terminate shell:stop_process
add a contact to HubSpot: hubspot:hubspot-batch-create-objects
how large are the files of a folder: filesystem:list_directory_with_sizes
`
  .trim()
  .split('\n')
  .map(line => line.split(/: | (?=[\w-]+:\S)/) as [string, ...string[]]);
