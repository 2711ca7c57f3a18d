import com.google.gson.Gson;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AnalyticsApi;
import org.openapitools.client.api.FansApi;
import org.openapitools.client.api.InsightsApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

/** The scenario through openapi-generator's Java client. Prints what it saw, as JSON. */
public class OpenapiGenerator {
    interface Call {
        void run() throws ApiException;
    }

    static <Problem> Problem problemOf(Class<Problem> model, Call call) throws ApiException {
        try {
            call.run();
        } catch (ApiException error) {
            return JSON.deserialize(error.getResponseBody(), model);
        }
        throw new AssertionError("no problem came");
    }

    static String kind(java.net.URI type) {
        String text = type.toString();
        return text.substring(text.lastIndexOf('/') + 1);
    }

    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("BASE_URL"));
        client.setBearerToken(System.getenv("API_KEY"));
        client.setApiKey("Amethyste"); // the one scheme of the type apiKey: Service-Version
        String account = "account-c1";
        String fan = System.getenv("FAN_ID");

        OrdersApi ordersApi = new OrdersApi(client);
        List<Object> orders = new ArrayList<>();
        int pages = 0;
        String cursor = null;
        OffsetDateTime january = OffsetDateTime.parse("2026-01-01T00:00:00Z");
        OffsetDateTime february = OffsetDateTime.parse("2026-02-01T00:00:00Z");
        do {
            OrderPage page = ordersApi.listOrders(
                    List.of("c1", "c2"), null, List.of(OrderType.TIP, OrderType.PUSH), january, february, cursor, 2);
            for (Order order : page.getData()) {
                orders.add(List.of(order.getId(), order.getOrderType(), order.getAmountCents()));
            }
            pages++;
            cursor = page.getNextCursor();
        } while (cursor != null);

        RevenueSummary revenue = new AnalyticsApi(client).getRevenue("2026-07-01", "2026-07-01", null, null);
        OrderTypeRevenue first = revenue.getByOrderType().get(0);
        FanRelationPage fans = new FansApi(client).listFans(
                account, null, List.of("t1", "t2"), null, null,
                List.of(FanSubscriptionStatus.ACTIVE_SUBSCRIBER, FanSubscriptionStatus.INTERESTED), null, null, null, null, null, null);

        WebhooksApi webhooksApi = new WebhooksApi(client);
        WebhookEndpointWithSecret made = webhooksApi.createWebhookEndpoint(new WebhookEndpointCreate()
                .url("https://hooks.example.com/")
                .enabledEventTypes(new java.util.LinkedHashSet<>(List.of(WebhookEventType.ORDER_CREATED))), java.util.UUID.randomUUID().toString());
        java.util.UUID id = made.getId();
        WebhookEndpoint endpoint = webhooksApi.getWebhookEndpoint(id);
        webhooksApi.deleteWebhookEndpoint(id);
        Problem404 gone = problemOf(Problem404.class, () -> webhooksApi.deleteWebhookEndpoint(id));

        InsightsApi insightsApi = new InsightsApi(client);
        Insight before = insightsApi.getInsight(account, fan);
        Insight after = insightsApi.updateInsight(account, fan, new InsightUpdate().note("Likes jazz"), before.getEtag());
        Problem412 stale = problemOf(Problem412.class,
                () -> insightsApi.updateInsight(account, fan, new InsightUpdate().note("Likes rock"), before.getEtag()));

        OrderCreatedEvent event = WebhookEvent.fromJson(System.getenv("EVENT")).getOrderCreatedEvent();

        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("orders", orders);
        seen.put("pages", pages);
        seen.put("revenue", List.of(revenue.getRevenueCents(), first.getOrderType(), first.getRevenueCents()));
        seen.put("fans", fans.getData().stream().map(FanRelation::getFanId).toList());
        seen.put("endpoint",
                List.of(endpoint.getStatus(), endpoint.getEnabledEventTypes(), made.getSecret().length(), kind(gone.getType())));
        seen.put("insight",
                List.of(before.getNote(), after.getNote(), kind(stale.getType()), after.getEtag().equals(stale.getCurrentEtag())));
        seen.put("problems", List.of(
                kind(problemOf(Problem404.class, () -> ordersApi.getOrder("nothing")).getType()),
                kind(problemOf(Problem400.class,
                        () -> ordersApi.listOrders(null, null, null, null, null, "nothing", null)).getType()),
                kind(problemOf(Problem400.class,
                        () -> ordersApi.listOrders(null, null, null, february, january, null, null)).getType())));
        seen.put("event", List.of(event.getType().getValue(), event.getData().getAmountCents()));
        System.out.println(new Gson().toJson(seen));
    }
}
